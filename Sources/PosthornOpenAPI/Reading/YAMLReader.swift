internal import CYAML
internal import PosthornForeign
internal import PosthornSpec

/// A reader of YAML as foreign documents have it: with anchors, aliases, merge keys and tags.
///
/// An alias shares the value of its anchor. The number of values that the document would have without aliases is
/// limited, and so is their nesting.
struct YAMLReader {
    /// A place at which the text can't be read.
    struct Problem: Error {
        /// The line from 1; 0 if the column is an offset in the text.
        var line: Int
        var column: Int
        var rule: String
        var found: String
        var write: String
    }

    /// A list or a mapping whose values are being read.
    ///
    /// It is a class, because in unoptimized builds each access to an element of an array copies it.
    private final class Frame {
        let node: Node
        let anchor: String?
        let outer: Frame?
        /// The number of frames around this one.
        let depth: Int
        /// The key whose value follows.
        var key: String?
        var isMerge = false
        /// The number of values in the node.
        var size = 1

        init(_ node: Node, _ anchor: String?, in outer: Frame?) {
            (self.node, self.anchor, self.outer) = (node, anchor, outer)
            depth = outer.map { $0.depth + 1 } ?? 0
        }

        /// Whether the next value is a key.
        var awaitsKey: Bool { node.kind == .mapping && key == nil }
    }

    private let file: Int
    private var top: Frame?
    private var root: Node?
    private var anchors: [String: (node: Node, size: Int)] = [:]

    static func read(_ bytes: [UInt8], file: Int) throws(Problem) -> Node? {
        var reader = YAMLReader(file: file)
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let result: Result<Node?, Problem> = bytes.withUnsafeBufferPointer { buffer in
            var parser = yaml_parser_t()
            guard yaml_parser_initialize(&parser) == 1 else { return .success(nil) }
            defer { yaml_parser_delete(&parser) }
            yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(
                &parser, buffer.baseAddress.map { $0 + start }, buffer.count - start)
            do throws(Problem) {
                try reader.run(&parser)
                return .success(reader.root)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private init(file: Int) { self.file = file }

    private mutating func run(_ parser: inout yaml_parser_t) throws(Problem) {
        var event = yaml_event_t()
        var documents = 0
        while true {
            guard yaml_parser_parse(&parser, &event) == 1 else { throw Self.problem(parser) }
            defer { yaml_event_delete(&event) }
            let (line, column) = (event.start_mark.line + 1, event.start_mark.column + 1)
            // Comparing raw values is faster in unoptimized builds.
            switch event.type.rawValue {
            case YAML_SCALAR_EVENT.rawValue: try scalar(event.data.scalar, line, column)
            case YAML_MAPPING_START_EVENT.rawValue:
                try open(
                    Node(.mapping, file: file, line: line, column: column),
                    Self.string(event.data.mapping_start.anchor))
            case YAML_SEQUENCE_START_EVENT.rawValue:
                try open(
                    Node(.sequence, file: file, line: line, column: column),
                    Self.string(event.data.sequence_start.anchor))
            case YAML_MAPPING_END_EVENT.rawValue, YAML_SEQUENCE_END_EVENT.rawValue: try close()
            case YAML_ALIAS_EVENT.rawValue:
                try alias(Self.string(event.data.alias.anchor) ?? "", line, column)
            case YAML_DOCUMENT_START_EVENT.rawValue:
                documents += 1
                guard documents == 1 else {
                    throw Problem(
                        line: line, column: column, rule: "a file has one document",
                        found: "a second one", write: "it in a file of its own")
                }
            case YAML_STREAM_END_EVENT.rawValue: return
            default: break
            }
        }
    }

    private mutating func scalar(
        _ scalar: yaml_event_t.__Unnamed_union_data.__Unnamed_struct_scalar, _ line: Int,
        _ column: Int
    ) throws(Problem) {
        let text = String(
            decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        if scalar.anchor == nil, let top, top.awaitsKey {
            top.isMerge =
                text == "<<" && scalar.style.rawValue == YAML_PLAIN_SCALAR_STYLE.rawValue
            top.key = text
            return
        }
        let isPlain =
            scalar.style.rawValue == YAML_PLAIN_SCALAR_STYLE.rawValue
            && (scalar.tag == nil || Self.string(scalar.tag)?.hasSuffix(":str") == false)
        let node = Node(
            .scalar, text: text, isPlain: isPlain, file: file, line: line, column: column)
        if let anchor = Self.string(scalar.anchor) { anchors[anchor] = (node, 1) }
        try add(node, size: 1)
    }

    private mutating func open(_ node: Node, _ anchor: String?) throws(Problem) {
        if let top, top.awaitsKey {
            throw Problem(
                line: node.line, column: node.column, rule: "a key is a text",
                found: "a list or a group of keys", write: "a text before the ':'")
        }
        let frame = Frame(node, anchor, in: top)
        guard frame.depth < ForeignDocument.depthLimit else {
            throw Problem(
                line: node.line, column: node.column,
                rule: "values are nested at most \(ForeignDocument.depthLimit) deep",
                found: "one more", write: "a schema under 'components', and a '$ref' to it")
        }
        top = frame
    }

    private mutating func close() throws(Problem) {
        guard let frame = top else { return }
        top = frame.outer
        if let anchor = frame.anchor { anchors[anchor] = (frame.node, frame.size) }
        try add(frame.node, size: frame.size)
    }

    private mutating func alias(_ name: String, _ line: Int, _ column: Int) throws(Problem) {
        guard let anchor = anchors[name] else {
            throw Problem(
                line: line, column: column, rule: "an alias stands after its anchor",
                found: "'*\(name)' without '&\(name)' before it", write: "the value itself")
        }
        if let top, top.awaitsKey {
            top.key = anchor.node.text
            return
        }
        try add(anchor.node, size: anchor.size)
    }

    private mutating func add(_ node: Node, size: Int) throws(Problem) {
        guard let top else {
            root = node
            return
        }
        top.size += size
        guard top.size <= JSONScanner.valueLimit else {
            throw Problem(
                line: node.line, column: node.column,
                rule: JSONScanner.valueRule + ", each alias counted as a copy",
                found: "more", write: "schemas under 'components' and '$ref's in place of aliases")
        }
        guard top.node.kind == .mapping else {
            top.node.add(node)
            return
        }
        guard let key = top.key else {
            // A scalar with an anchor as a key.
            top.key = node.text
            return
        }
        top.key = nil
        guard top.isMerge else {
            top.node.add(key, node)
            return
        }
        top.isMerge = false
        var known = Set(top.node.keys)
        for source in node.kind == .sequence ? node.items : [node] {
            for (key, value) in source.entries where known.insert(key).inserted {
                top.node.add(key, value)
            }
        }
    }

    private static func string(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    private static func problem(_ parser: yaml_parser_t) -> Problem {
        let found = parser.problem.map { String(cString: $0) } ?? "another language"
        // The place of a byte that is no text has no line.
        let isText = parser.error.rawValue != YAML_READER_ERROR.rawValue
        return Problem(
            line: isText ? parser.problem_mark.line + 1 : 0,
            column: isText ? parser.problem_mark.column + 1 : parser.problem_offset,
            rule: "a document is YAML or JSON" + (isText ? "" : " in UTF-8"),
            found: "'\(found)'", write: "the document as its publisher has it")
    }
}
