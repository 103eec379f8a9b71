import Foundation
import LibrettoCore

// A name that this file declares comes before those of the modules. So each name that two of them
// have means one thing here, and the other is written with its module.
private typealias Form = LibrettoCore.Form
private typealias Operation = LibrettoCore.Operation

#if canImport(SwiftUI)
  import SwiftUI
  private typealias Text = SwiftUI.Text
  private typealias Button = SwiftUI.Button
#else
  import ViewStubs
  private typealias Text = ViewStubs.Text
  private typealias Button = ViewStubs.Button
#endif

private let guest = Key<String>("guest")

let checkIn = Flow("check-in") {
  Form("Your stay") { Ask("Your name?", into: guest) }
  Operations {
    Operation("key") { Say("Your key is ready.") }
    Operation("room") { Say("Your room is ready.") }
  }
  Alert("Show the way?") {
    LibrettoCore.Button("Yes")
    LibrettoCore.Button("No")
  }
}

struct CheckInLink: View {
  let start: @MainActor () -> Void

  var body: some View {
    Text("You can check in from \(Date(timeIntervalSince1970: 0).formatted()).")
    Button("Check in", action: start)
  }
}
