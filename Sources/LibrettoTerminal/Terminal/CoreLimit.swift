#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's soft limit on core dumps while it holds a secret: none is written.
///
/// It is the limit of the whole process, so only ``Flow/main(theme:words:)`` changes it. Programs that are
/// started meanwhile inherit it, because they may have been given the secret.
package struct CoreLimit: Sendable {
  #if canImport(Glibc)
    private static let core = __rlimit_resource_t(RLIMIT_CORE.rawValue)
  #else
    private static let core = RLIMIT_CORE
  #endif

  private let previous: rlim_t

  /// Sets the limit to zero; nil if the system refuses, or if it is zero already.
  package static func zero() -> CoreLimit? {
    var limit = rlimit()
    guard getrlimit(Self.core, &limit) == 0, limit.rlim_cur > 0 else { return nil }
    let previous = limit.rlim_cur
    limit.rlim_cur = 0
    return setrlimit(Self.core, &limit) == 0 ? CoreLimit(previous: previous) : nil
  }

  /// Sets the earlier limit again.
  package func restore() {
    var limit = rlimit()
    guard getrlimit(Self.core, &limit) == 0 else { return }
    limit.rlim_cur = min(previous, limit.rlim_max)
    setrlimit(Self.core, &limit)
  }
}
