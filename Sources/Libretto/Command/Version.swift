/// The version of this library and of the command `flow`.
package let librettoVersion = "0.1.0"
