/// Checks that no default, example or documentation has the value of a secret field.
enum SecretFields: Validator {
    private static let rule = "a secret has no value in a spec"

    static func check(_ draft: SpecDraft, _ log: DiagnosticLog) {
        let types = draft.types
        var names = SecretNames(types).all
        draft.forEachField(log) { log, field, _ in
            if field.isSecret { names.insert(field.path.last ?? field.wireName) }
        }
        guard !names.isEmpty else { return }
        let shapes = ObjectShapes(types)
        draft.forEachField(log) { log, field, _ in
            for value in [field.defaultValue, field.example].compactMap({ $0 }) {
                if field.isSecret {
                    refuse(field.wireName, at: value.mark, log)
                } else if let name = secret(in: value.value, field.type, shapes) {
                    refuse(name, at: value.mark, log)
                }
            }
            if let doc = field.doc, let name = mention(of: names, in: doc) {
                refuse(name, at: field.mark, log)
            }
        }
        draft.forEachEndpoint(log) { log, endpoint in
            if let example = endpoint.rules.example {
                for type in endpoint.output.types {
                    guard let name = secret(in: example.value, type, shapes) else { continue }
                    refuse(name, at: example.mark, log)
                }
            }
            if let doc = endpoint.doc, let name = mention(of: names, in: doc) {
                refuse(name, at: endpoint.mark, log)
            }
        }
        draft.forEachDeclaration(log) { log, type in
            guard let doc = type.doc, let name = mention(of: names, in: doc) else { return }
            refuse(name, at: type.mark, log)
        }
    }

    /// Reports a value without repeating it, because build logs are stored and shared.
    private static func refuse(_ name: String, at mark: SourceMark, _ log: FileLog) {
        log.error(
            mark, rule, found: "one for \(quoted(name))",
            write: "none, or '…' in place of it in documentation")
    }

    /// Returns the name of a secret member with a value in a default or an example.
    private static func secret(
        in value: DefaultSpec.Value, _ type: TypeExpression, _ shapes: ObjectShapes
    ) -> String? {
        switch (value, type) {
        case (_, .optional(let wrapped)): return secret(in: value, wrapped, shapes)
        case (.list(let items), .array(let item)):
            return items.lazy.compactMap { secret(in: $0, item, shapes) }.first
        case (.list(let items), _):
            return items.lazy.compactMap { secret(in: $0, type, shapes) }.first
        case (.map(let members), .map(let item)):
            return members.lazy.compactMap { secret(in: $0.value, item, shapes) }.first
        case (.map(let members), _):
            guard let shape = shapes.shape(of: type) else { return nil }
            for member in members {
                guard let place = shape.places[member.key] else { continue }
                let field = shape.fields[place]
                if field.isSecret { return field.wireName }
                if let name = secret(in: member.value, field.type, shapes) { return name }
            }
            return nil
        case (.text, _): return nil
        }
    }

    /// Returns the name of a secret that a text gives a value, as in `"pin": 1234`, `pin=1234` or `pin: 1234`.
    static func mention(of names: Set<String>, in text: String) -> String? {
        let text = Array(text)
        for name in names.sorted() {
            let name = Array(name)
            guard !name.isEmpty, text.count > name.count else { continue }
            for start in 0...(text.count - name.count)
            where text[start] == name[0] && text[start..<start + name.count].elementsEqual(name) {
                if start > 0, isInWord(text[start - 1]) { continue }
                var index = start + name.count
                if index < text.count, "\"'`".contains(text[index]) { index += 1 }
                while index < text.count, text[index] == " " { index += 1 }
                guard index < text.count, ":=".contains(text[index]) else { continue }
                let isProse = text[index] == ":" && text[start + name.count] == ":"
                index += 1
                let place = index
                while index < text.count, " \"'`".contains(text[index]) { index += 1 }
                // `The pin: four digits` is no value.
                if isProse, !text[place..<index].contains(where: { $0 != " " }),
                    !text[index...].prefix(while: { !$0.isWhitespace }).contains(where: \.isNumber)
                {
                    continue
                }
                // A placeholder such as `…`, `...`, `***` or `<token>` begins with a sign.
                guard index < text.count, text[index].isLetter || text[index].isNumber else {
                    continue
                }
                return String(name)
            }
        }
        return nil
    }

    private static func isInWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "-"
    }
}
