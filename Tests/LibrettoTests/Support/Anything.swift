import Libretto

/// An action that can set any key, so that the flow may read keys that no other step sets.
var anything: Do { Do("anything") { _ in } }
