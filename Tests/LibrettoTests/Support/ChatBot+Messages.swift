#if canImport(ChatBot)
  @testable import ChatBot
  @testable import LibrettoCore

  extension ChatBot {
    /// A bot that receives these messages, and keeps what it sends.
    static func receiving(
      _ messages: [String], sending sent: Locked<[String]> = Locked([])
    ) -> ChatBot {
      let messages = Locked(messages[...])
      return ChatBot(
        receive: { messages.withLock { $0.popFirst() } },
        send: { text in sent.withLock { $0.append(text) } })
    }
  }
#endif
