// Programs, pipes and terminals for tests, which other test targets need too.
@_exported import TestSupport
