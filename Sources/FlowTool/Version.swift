/// The version that `flow --version` prints.
let version = "0.1.0"
