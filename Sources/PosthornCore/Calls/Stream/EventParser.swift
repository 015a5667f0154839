/// An incremental parser of event streams (WHATWG HTML, section 9.2.6).
struct EventParser {
    /// An event with undecoded data.
    struct Event: Hashable {
        var type: String
        var data: [UInt8]
        var id: String
    }

    /// The maximum length of a line, and of an event's data, in bytes.
    var limit: Int
    /// The last event ID of the events so far.
    private(set) var lastEventID = ""
    private var id = ""
    /// The reconnection time that the server sent.
    private(set) var retry: Duration?

    private var line: [UInt8] = []
    private var isFirstLine = true
    private var skipsLineFeed = false
    private var type = ""
    private var data: [UInt8]?

    init(limit: Int = StreamLimit.standard) { self.limit = limit }

    /// Prepares for another connection, and drops an incomplete event and its ID.
    mutating func restart() {
        var next = EventParser(limit: limit)
        (next.id, next.lastEventID, next.retry) = (lastEventID, lastEventID, retry)
        self = next
    }

    /// Parses bytes from an index; returns the next event, or `nil` when the bytes are used up.
    ///
    /// An event without a final blank line is dropped.
    mutating func next(in bytes: [UInt8], at index: inout Int) throws -> Event? {
        while index < bytes.count {
            if skipsLineFeed {
                skipsLineFeed = false
                if bytes[index] == lineFeed {
                    index += 1
                    continue
                }
            }
            let end = bytes[index...].firstIndex { $0 == lineFeed || $0 == carriageReturn }
            let rest = bytes[index..<(end ?? bytes.count)]
            guard line.count + rest.count <= limit else {
                throw StreamLimit.exceeded("a line", limit)
            }
            line += rest
            index += rest.count
            guard let end else { return nil }
            index += 1
            skipsLineFeed = bytes[end] == carriageReturn
            if let event = try endLine() { return event }
        }
        return nil
    }

    /// Returns the data of an event at the end of the body that has no blank line after it, and drops it.
    mutating func incompleteData() throws -> [UInt8]? {
        if !line.isEmpty { _ = try endLine() }
        defer { data = nil }
        return data
    }

    private mutating func endLine() throws -> Event? {
        if isFirstLine, line.starts(with: [0xef, 0xbb, 0xbf]) { line.removeFirst(3) }
        isFirstLine = false
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return dispatch() }
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        guard colon != 0 else { return nil }
        let name = line[..<(colon ?? line.count)]
        var value = colon.map { line[($0 + 1)...] } ?? []
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        try field(String(decoding: name, as: UTF8.self), value)
        return nil
    }

    private mutating func field(_ name: String, _ value: ArraySlice<UInt8>) throws {
        switch name {
        case "event": type = String(decoding: value, as: UTF8.self)
        case "data":
            guard (data?.count ?? 0) + value.count < limit else {
                throw StreamLimit.exceeded("an event", limit)
            }
            data?.append(lineFeed)
            data = data ?? []
            data? += value
        case "id":
            if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        case "retry":
            let text = String(decoding: value, as: UTF8.self)
            if text.isDigits, let pause = Int(text) { retry = .milliseconds(pause) }
        default: break
        }
    }

    private mutating func dispatch() -> Event? {
        defer {
            type = ""
            data = nil
        }
        lastEventID = id
        guard let data else { return nil }
        return Event(type: type.isEmpty ? "message" : type, data: data, id: lastEventID)
    }
}

private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
