/// A parameter or field name that is compared byte by byte, as servers compare it.
///
/// Swift considers two strings equal if they are canonically equivalent, such as `é` as one scalar and as
/// two. On the wire they are different names.
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
