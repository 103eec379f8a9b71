#!/usr/bin/env flow
import Libretto

// An order with prices: sums as data, an option that depends on an answer, and a payment that shows
// how far it is, is tried again, and may fail. Nothing is paid here.

struct NoConnection: Error, CustomStringConvertible {
  let description = "the bank doesn't answer"
}

/// A bank that doesn't answer at first.
final class Bank {
  private var calls = 0

  func charge(_ amount: Int, key: String) throws -> String {
    calls += 1
    if calls < 2 { throw NoConnection() }
    return "R-\(amount)"
  }
}

let bank = Bank()
let price = 4
let dish = Key<String>("dish")
let count = Key<Int>("count")
let delivery = Key<Int>("delivery")
let total = Key<Int>("total")
let receipt = Key<String>("receipt")

await Flow("order") {
  Choose("Which dish?", into: dish) {
    Option("Soup")
    Option("Pie").description("enough for two")
  }
  Ask("How many?", into: count).default(1).validate(.range(1...9))
  Choose("How shall it come?", into: delivery) {
    Option("I fetch it", 0)
    Option("By bicycle", 3).when(count < 5, because: "too many for one bicycle")
    Option("By car", 6)
  }
  Store(count * price + delivery, into: total)
  Say("That is \(total), with \(delivery) for the way.")
  Confirm("Pay \(total) now?") {
    Do("pay", into: receipt) { work in
      work.progress(0.5, label: "asking the bank")
      let receipt = try bank.charge(work.answer(total), key: work.key)
      work.log("The bank has answered.")
      return receipt
    } failure: { error in
      Alert("It isn't paid", message: "\(error)") {
        Button("Try again") { TryAgain() }
        Button("Pay later", role: .cancel) { Finish("Nothing was paid.", name: "not paid") }
      }
    }.loading("Paying \(total)…")
      .retry(1)
      .timeout(.seconds(20))
    Say("Paid. The receipt is \(receipt).")
  } otherwise: {
    Say("You pay when it comes.")
  }
}.main()
