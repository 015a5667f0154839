internal import FoundationEssentials
internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornSamples
internal import PosthornSpec

/// The command that repeats a request.
struct CallLine {
    let service: InterpretedService
    /// The words after `posthorn call`: the folder of the spec.
    let folder: String
    /// The words that choose the server.
    let options: [String]

    /// Returns the command; a value that the spec hides is shown as `REDACTED`.
    func text(
        _ call: InterpretedCall, _ request: RequestCase
    ) async -> String {
        let name = call.endpoint.fullName
        let isWrong = request.purpose == .wrong
        let start = ["posthorn", "call", folder, name]
        let end = (isWrong ? ["--unchecked"] : []) + options
        let words = words(of: request)
        let hidden = call.hiddenNames
        if await !repeats(words, call, isUnchecked: isWrong), let body = body(of: request) {
            let others = self.words(of: request.outsideOfBody)
            let shown = Self.json(Self.redacted(body, hidden))
            return "printf '%s' \(Self.quoted(shown)) | "
                + Self.line(start + redacted(others, hidden) + ["-"] + end)
        }
        return Self.line(start + redacted(words, hidden) + end)
    }

    private typealias Word = (name: String, value: JSONValue)

    private func words(of request: RequestCase) -> [Word] {
        request.arguments.flatMap { argument -> [Word] in
            guard argument.parameter.place == .wholeBody, let members = argument.value.object
            else { return [(argument.name, argument.value)] }
            return members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        }
    }

    private func redacted(_ words: [Word], _ hidden: Set<String>) -> [String] {
        words.map { word in
            let value =
                hidden.contains(word.name)
                ? JSONValue.string(RedactedFields.mark) : Self.redacted(word.value, hidden)
            return "\(word.name)=\(Self.argument(value))"
        }
    }

    /// Whether the words of a command line make the same request.
    private func repeats(
        _ words: [Word], _ call: InterpretedCall, isUnchecked: Bool
    ) async -> Bool {
        var arguments = CallArguments()
        arguments.areUnchecked = isUnchecked
        for word in words {
            guard let path = try? ArgumentPath(word.name) else { return false }
            var text = Self.argument(word.value)
            if text.hasPrefix("@@") { text.removeFirst() }
            arguments.items.append((path, .text(text)))
        }
        guard let again = try? service.call(call.endpoint.fullName, arguments),
            let new = try? await again.preparedRequest(),
            let old = try? await call.preparedRequest()
        else { return false }
        return new.url == old.url && new.body?.data == old.body?.data
    }

    /// Returns the JSON of a body that can be read from standard input.
    private func body(of request: RequestCase) -> JSONValue? {
        if let whole = request.arguments.first(where: { $0.parameter.place == .wholeBody }) {
            return whole.value
        }
        let members = request.arguments.filter { $0.parameter.place == .body }
        guard !members.isEmpty else { return nil }
        return .object(
            Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
    }

    // MARK: Texts

    private static func argument(_ value: JSONValue) -> String {
        let text = value.scalarText ?? json(value)
        return text.hasPrefix("@") ? "@" + text : text
    }

    private static func json(_ value: JSONValue) -> String {
        String(decoding: (try? JSONWriter.bytes(of: value)) ?? [], as: UTF8.self)
    }

    private static func redacted(_ value: JSONValue, _ hidden: Set<String>) -> JSONValue {
        switch value {
        case .object(let members):
            .object(
                Dictionary(
                    members.map { name, member in
                        (
                            name,
                            hidden.contains(name)
                                ? .string(RedactedFields.mark) : redacted(member, hidden)
                        )
                    }, uniquingKeysWith: { $1 }))
        case .array(let items): .array(items.map { redacted($0, hidden) })
        case .null, .bool, .number, .string: value
        }
    }

    private static func line(_ words: [String]) -> String {
        words.map(quoted).joined(separator: " ")
    }

    /// Returns a word for a shell.
    private static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_./:=@%+,".utf8.contains(byte)
            }
        }
        guard !isPlain || word.isEmpty else { return word }
        return "'" + word.replacing("'", with: "'\\''") + "'"
    }
}

extension RequestCase {
    /// The case without the arguments of the body.
    fileprivate var outsideOfBody: RequestCase {
        var other = self
        other.arguments.removeAll { [.body, .wholeBody].contains($0.parameter.place) }
        return other
    }
}
