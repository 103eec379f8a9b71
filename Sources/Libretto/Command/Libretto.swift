// The whole of Libretto, for scripts and for programs with a command line. A program that shows its
// flows itself imports `LibrettoCore` alone.

@_exported import LibrettoAnalysis
@_exported import LibrettoCore
@_exported import LibrettoKnowledge
@_exported import LibrettoTerminal
