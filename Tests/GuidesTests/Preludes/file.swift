// The top of a file.
import Libretto

// SAMPLE
