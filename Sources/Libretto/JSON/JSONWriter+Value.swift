/// Whole values, written with an explicit stack, so they can be nested to any depth.
extension JSONWriter {
  private struct Frame {
    let elements: [JSONValue]
    let members: JSONObject
    let isObject: Bool
    var position = 0
  }

  mutating func value(_ value: JSONValue) {
    var frames: [Frame] = []
    write(value, opening: &frames)
    while let top = frames.indices.last {
      let position = frames[top].position
      frames[top].position += 1
      if frames[top].isObject, position < frames[top].members.count {
        let member = frames[top].members[position]
        key(member.name)
        write(member.value, opening: &frames)
      } else if !frames[top].isObject, position < frames[top].elements.count {
        write(frames[top].elements[position], opening: &frames)
      } else {
        if frames[top].isObject { endObject() } else { endArray() }
        frames.removeLast()
      }
    }
  }

  /// Writes a value; for a container, writes only the beginning and adds a frame for the rest.
  private mutating func write(_ value: JSONValue, opening frames: inout [Frame]) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .integer(let value): integer(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      frames.append(Frame(elements: elements, members: [:], isObject: false))
    case .object(let members):
      beginObject()
      frames.append(Frame(elements: [], members: members, isObject: true))
    }
  }
}
