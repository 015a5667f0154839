import Foundation

/// All that a value shows to someone who prints, dumps or reflects it.
struct Shown {
    private(set) var text = ""
    private var bytes: [UInt8] = []
    private var seen: Set<ObjectIdentifier> = []

    /// Prints, dumps and walks a value.
    init(_ value: Any) {
        dump(value, to: &text)
        dump([value], to: &text)
        add(String(describing: value))
        add(String(reflecting: value))
        add("\([value])" + String(reflecting: Optional(value)))
        if let error = value as? any Error { add(error.localizedDescription) }
        if let error = value as? any LocalizedError {
            add(error.errorDescription)
            add(error.failureReason)
            add(error.recoverySuggestion)
            add(error.helpAnchor)
        }
        walk(value)
        add(bytes.map(String.init).joined(separator: " "))
    }

    private mutating func add(_ more: String?) { text += (more ?? "") + "\n" }

    /// As deep as mirrors lead, each object once.
    private mutating func walk(_ value: Any, _ depth: Int = 0) {
        if let byte = value as? UInt8 { return bytes.append(byte) }
        if type(of: value) is AnyClass {
            guard seen.insert(ObjectIdentifier(value as AnyObject)).inserted else { return }
        }
        guard depth < 64 else { return }
        var mirror: Mirror? = Mirror(reflecting: value)
        while let level = mirror {
            for child in level.children {
                add((child.label ?? "") + " \(child.value)")
                walk(child.value, depth + 1)
            }
            mirror = level.superclassMirror
        }
    }

    /// Whether a word is there: as text, in Base64, or as the numbers of its bytes one after the other.
    func contains(_ word: String) -> Bool {
        let numbers = text.split { !$0.isNumber }.joined(separator: " ")
        let bytes = word.utf8.map { String($0) }.joined(separator: " ")
        return text.contains(word) || numbers.contains(bytes)
            || text.contains(Data(word.utf8).base64EncodedString().prefix { $0 != "=" })
    }
}
