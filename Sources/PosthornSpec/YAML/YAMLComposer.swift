/// A builder of nodes from parser events, which refuses the YAML features that specs do not use.
///
/// It keeps its own stack, so that no input can overflow the thread's stack.
struct YAMLComposer {
    /// The greatest nesting of values.
    static let depthLimit = 64

    /// A list or a group of keys that is still open.
    private struct Frame {
        var mark: SourceMark
        var isMapping: Bool
        var items: [YAMLNode] = []
        var entries: [YAMLEntry] = []
        var keys: [String: SourceMark] = [:]
        var key: Key?
    }

    private typealias Key = (text: String, mark: SourceMark, isPlain: Bool)

    private let file: FileLog
    private var frames: [Frame] = []
    private var root: YAMLNode?
    private var anchors: Set<String> = []
    private var isRefused = false

    private init(_ file: FileLog) { self.file = file }

    /// Returns the value of a file, or `nil` after reporting why the file is refused.
    ///
    /// An empty file has an empty text as its value.
    static func compose(_ file: SourceFile, log: DiagnosticLog) -> YAMLNode? {
        var composer = YAMLComposer(log.file(file.path))
        do throws(SpecProblem) {
            if let problem = ByteScreen.problem(in: file.bytes) { throw problem }
            try composer.run(file.bytes)
        } catch {
            log.error(file.path, error)
            return nil
        }
        guard !composer.isRefused else { return nil }
        return composer.root ?? YAMLNode(mark: .start, kind: .scalar("", isPlain: true))
    }

    private mutating func run(_ bytes: [UInt8]) throws(SpecProblem) {
        guard let events = YAMLEvents(bytes) else {
            throw SpecProblem(
                .start, "the YAML parser could not allocate memory",
                found: "a file of \(bytes.count) bytes",
                write: "a smaller file, or free memory and build again")
        }
        var documents = 0
        while true {
            let event = try events.next()
            check(event)
            switch event.kind {
            case .streamEnd: return
            case .documentStart:
                documents += 1
                if documents > 1 {
                    throw SpecProblem(
                        event.mark, "a spec file is one YAML document",
                        found: "a second one", write: "it in a file of its own")
                }
            case .scalar(let text, let isPlain):
                add(YAMLNode(mark: event.mark, kind: .scalar(text, isPlain: isPlain)))
            case .alias: add(YAMLNode(mark: event.mark, kind: .scalar("", isPlain: true)))
            case .sequenceStart: try open(Frame(mark: event.mark, isMapping: false))
            case .mappingStart: try open(Frame(mark: event.mark, isMapping: true))
            case .sequenceEnd, .mappingEnd: close()
            case .other: break
            }
        }
    }

    /// Reports anchors, aliases, tags and invisible characters, and continues so that all are reported.
    private mutating func check(_ event: YAMLEvent) {
        if let anchor = event.anchor {
            anchors.insert(anchor)
            refuse(
                event.mark, "anchors are not part of the spec language", "'&\(anchor)'",
                "a named type under 'types', which any file can use")
        }
        if let tag = event.tag {
            refuse(
                event.mark, "tags are not part of the spec language", quoted(tag),
                "the value without it: scalars are taken as written")
        }
        // An escape can stand for a character that the file itself must not contain.
        if event.hasEscapes, case .scalar(let text, _) = event.kind,
            let bad = text.unicodeScalars.first(where: TextSafety.isUnsafe)
        {
            refuse(
                event.mark, "an escape does not stand for an invisible character",
                TextSafety.name(of: bad), "the text without it")
        }
        if case .alias(let name) = event.kind {
            isRefused = true
            // The alias's anchor was reported already.
            guard !anchors.contains(name) else { return }
            refuse(
                event.mark, "aliases are not part of the spec language", "'*\(name)'",
                "the value itself, in quotes if it is a text that starts with '*'")
        }
    }

    private mutating func refuse(
        _ mark: SourceMark, _ rule: String, _ found: String, _ write: String
    ) {
        isRefused = true
        file.error(mark, rule, found: found, write: write)
    }

    private mutating func open(_ frame: Frame) throws(SpecProblem) {
        guard frames.count < Self.depthLimit else {
            throw SpecProblem(
                frame.mark, "values are nested at most \(Self.depthLimit) deep",
                found: "one more", write: "named types under 'types'")
        }
        frames.append(frame)
    }

    private mutating func close() {
        guard let frame = frames.popLast() else { return }
        add(
            YAMLNode(
                mark: frame.mark,
                kind: frame.isMapping ? .mapping(frame.entries) : .sequence(frame.items)))
    }

    private mutating func add(_ node: YAMLNode) {
        guard let top = frames.indices.last else {
            root = node
            return
        }
        guard frames[top].isMapping else {
            frames[top].items.append(node)
            return
        }
        guard let key = frames[top].key else {
            frames[top].key = self.key(of: node)
            return
        }
        frames[top].key = nil
        if key.isPlain, key.text == "<<" {
            refuse(
                key.mark, "merge keys are not part of the spec language", "'<<'",
                "the keys themselves")
        } else if let first = frames[top].keys[key.text] {
            file.error(
                key.mark, "a key appears once",
                found: "\(quoted(key.text)) again, first in line \(first.line), "
                    + "column \(first.column)",
                write: "one of the two")
        } else {
            frames[top].keys[key.text] = key.mark
            frames[top].entries.append(
                YAMLEntry(key: key.text, mark: key.mark, value: node, isPlain: key.isPlain))
        }
    }

    private mutating func key(of node: YAMLNode) -> Key {
        guard case .scalar(let text, let isPlain) = node.kind else {
            refuse(node.mark, "a key is a text", node.summary, "a name before the ':'")
            return ("", node.mark, false)
        }
        return (text, node.mark, isPlain)
    }
}
