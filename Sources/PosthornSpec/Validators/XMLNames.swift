/// Checks that the members of messages in XML have names that elements can have.
enum XMLNames: Validator {
    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        guard !draft.isIncomplete, let service = draft.services.first else { return }
        var walk: Walk?
        draft.forEachEndpoint(log) { _, endpoint in
            let read = endpoint.response(in: service)?.builtIn?.word == "xml"
            let sent = endpoint.contentTypes(in: service).contains { $0.format == .xml }
            guard read || sent else { return }
            var next = walk ?? Walk(draft, log)
            if read { for type in endpoint.output.types { next.check(type, isSent: false) } }
            if sent {
                for body in endpoint.parameters
                where body.place == .wholeBody || body.place == .body {
                    next.check(body.field.type, isSent: true)
                }
            }
            walk = next
        }
    }

    /// The objects that messages in XML consist of.
    private struct Walk {
        private let shapes: ObjectShapes
        /// The log of the file that declares a type.
        private var logs: [String: FileLog] = [:]
        private var read: Set<String> = []
        private var sent: Set<String> = []

        init(_ draft: SpecDraft, _ log: DiagnosticLog) {
            shapes = ObjectShapes(draft.types)
            for file in draft.files {
                for type in file.types { logs[type.name] = log.file(file.path) }
            }
        }

        mutating func check(_ type: TypeExpression, isSent: Bool) {
            guard case .named(let name) = type.innermost,
                isSent ? sent.insert(name.text).inserted : read.insert(name.text).inserted,
                let log = logs[name.text], let shape = shapes.shape(of: type.innermost)
            else { return }
            for field in shape.fields where !field.holdsOthers && !field.isIncluded {
                if let problem = problem(of: field, isSent: isSent) {
                    log.error(field.mark, problem.rule, found: problem.found, write: problem.write)
                }
                check(field.type, isSent: isSent)
            }
        }

        private func problem(
            of field: FieldSpec, isSent: Bool
        ) -> (rule: String, found: String, write: String)? {
            let name = field.wireName
            if case .array(.array) = field.type.wrapped, isSent {
                return (
                    "the elements of a list in XML have a name", quoted(field.type.description),
                    "a list of a type with a list"
                )
            }
            if isSent {
                let isAttribute = name.hasPrefix("@")
                if isAttribute, isCompound(field.type) {
                    return (
                        "an attribute of XML is a scalar", quoted(name),
                        "\(quoted(String(name.dropFirst()))) for an element, or the type of a scalar"
                    )
                }
                guard name != "#text", !isName(isAttribute ? String(name.dropFirst()) : name) else {
                    return nil
                }
                return (
                    "a member of a document of XML has a name of XML", quoted(name),
                    "the name of the element, and 'name:' for its name in Swift"
                )
            }
            if name.hasPrefix("@") {
                return (
                    "the attributes of a document of XML are read by their names", quoted(name),
                    quoted(String(name.dropFirst())) + ", and a type of its own for what is sent"
                )
            }
            let parts = name.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            return (
                "the members of a document of XML are read by their names without a prefix",
                quoted(name),
                ["xml", "xsi"].contains(parts[0])
                    ? "no such member: attributes of '\(parts[0])' are not read"
                    : quoted(String(parts[1]))
            )
        }

        private func isCompound(_ type: TypeExpression) -> Bool {
            if case .array = type.wrapped { return true }
            return shapes.shape(of: type.wrapped) != nil
        }

        /// Returns whether a text is a name of XML, in ASCII or above it.
        private func isName(_ text: String) -> Bool {
            guard let first = text.utf8.first, !first.isDigit, first != UInt8(ascii: "-"),
                first != UInt8(ascii: ".")
            else { return false }
            return text.utf8.allSatisfy {
                $0.isLetter || $0.isDigit || $0 > 0x7f || "_-.:".utf8.contains($0)
            }
        }
    }
}
