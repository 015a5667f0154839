import Glibc

/// A name or path that is compared byte by byte, as servers compare it.
///
/// Swift considers two strings equal if they are canonically equivalent, such as `é` as one scalar and as
/// two. On the wire they are different.
package struct ByteEqualName: Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (left: Self, right: Self) -> Bool {
        var (left, right) = (left.text, right.text)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                guard left.count == right.count, let first = left.baseAddress,
                    let second = right.baseAddress
                else { return left.isEmpty && right.isEmpty }
                return memcmp(first, second, left.count) == 0
            }
        }
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
