/// The name of a parameter or a field as a server compares it: by its bytes.
///
/// Two texts that are one to Swift, such as `é` as one scalar and as two, are two names on the wire.
struct ByteEqualName: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
