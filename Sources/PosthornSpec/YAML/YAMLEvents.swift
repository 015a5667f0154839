internal import CYAML

/// An event of the YAML parser, reduced to what specs need.
struct YAMLEvent {
    enum Kind {
        case documentStart
        case scalar(String, isPlain: Bool)
        case alias(String)
        case sequenceStart
        case sequenceEnd
        case mappingStart
        case mappingEnd
        case streamEnd
        case other
    }

    var kind: Kind
    var mark: SourceMark
    var anchor: String?
    var tag: String?
    /// Whether a quoted text has characters that may come from escapes.
    var hasEscapes = false
}

/// An iterator over the events of libyaml.
///
/// libyaml reads at most 1,024 characters ahead of an event. A limit on the nesting of events therefore
/// bounds the time that libyaml spends on nesting.
final class YAMLEvents {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>
    /// The offset of the text, after a byte order mark.
    private let start: Int

    init?(_ bytes: [UInt8]) {
        parser = .allocate(capacity: 1)
        input = .allocate(capacity: bytes.count)
        _ = input.initialize(from: bytes)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            input.deallocate()
            return nil
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        // With the encoding set, libyaml treats a byte order mark as a part of the first key.
        start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        yaml_parser_set_input_string(
            parser, input.baseAddress.map { [start] in $0 + start }, input.count - start)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        input.deallocate()
    }

    func next() throws(SpecProblem) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw problem() }
        defer { yaml_event_delete(&event) }
        let mark = SourceMark(event.start_mark)
        switch event.type {
        case YAML_DOCUMENT_START_EVENT: return YAMLEvent(kind: .documentStart, mark: mark)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = String(
                decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length),
                as: UTF8.self)
            let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE
            var start = mark
            start.layout = layout(of: text, isPlain: isPlain, from: mark, to: event.end_mark)
            return YAMLEvent(
                kind: .scalar(text, isPlain: isPlain), mark: start, anchor: string(scalar.anchor),
                tag: string(scalar.tag),
                hasEscapes: !isPlain && hasUnusual(scalar.value, scalar.length))
        case YAML_ALIAS_EVENT:
            return YAMLEvent(kind: .alias(string(event.data.alias.anchor) ?? ""), mark: mark)
        case YAML_SEQUENCE_START_EVENT:
            let start = event.data.sequence_start
            return YAMLEvent(
                kind: .sequenceStart, mark: mark, anchor: string(start.anchor),
                tag: string(start.tag))
        case YAML_SEQUENCE_END_EVENT: return YAMLEvent(kind: .sequenceEnd, mark: mark)
        case YAML_MAPPING_START_EVENT:
            let start = event.data.mapping_start
            return YAMLEvent(
                kind: .mappingStart, mark: mark, anchor: string(start.anchor),
                tag: string(start.tag))
        case YAML_MAPPING_END_EVENT: return YAMLEvent(kind: .mappingEnd, mark: mark)
        case YAML_STREAM_END_EVENT: return YAMLEvent(kind: .streamEnd, mark: mark)
        default: return YAMLEvent(kind: .other, mark: mark)
        }
    }

    /// Returns whether the characters of a text are contiguous in the file.
    private func layout(
        of text: String, isPlain: Bool, from start: SourceMark, to end: yaml_mark_t
    ) -> SourceMark.Layout {
        let end = SourceMark(end)
        guard start.line == end.line else { return .broken }
        if isPlain { return .plain }
        return end.column - start.column - 2 == text.unicodeScalars.count ? .quoted : .broken
    }

    /// Returns whether a byte is not printable ASCII.
    private func hasUnusual(_ bytes: UnsafeMutablePointer<yaml_char_t>, _ count: Int) -> Bool {
        var index = 0
        while index < count {
            if bytes[index] < 0x20 || bytes[index] > 0x7E { return true }
            index += 1
        }
        return false
    }

    private func string(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    private func problem() -> SpecProblem {
        let context = parser.pointee.context.map { String(cString: $0) } ?? ""
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? ""
        return YAMLExplanation(
            context: context, problem: problem,
            contextMark: SourceMark(parser.pointee.context_mark),
            mark: SourceMark(parser.pointee.problem_mark), bytes: input[start...]
        ).explained
    }
}

extension SourceMark {
    /// Creates a mark from one of libyaml, which counts from 0.
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(line: mark.line + 1, column: mark.column + 1)
    }
}
