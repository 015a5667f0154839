/// The documents of the groups `typed` and `decoding`: items of eight members.
enum Items {
    /// Returns the same document each time.
    ///
    /// - Parameters:
    ///   - count: The number of items.
    ///   - isShuffled: Whether each item has its members in another order than the spec.
    ///   - note: The note of every second item.
    static func document(
        count: Int = 50, isShuffled: Bool = false, note: String = "keep dry"
    ) -> String {
        let items = (0..<count).map { index in
            var members = [
                #""id":"8f14e45f-ceea-467f-a0a3-\#(1_000_000 + index)00000""#,
                #""sku":"tea-oolong-\#(index)""#,
                #""title":"Oolong, loose leaves, 100 g, harvest \#(2000 + index)""#,
                #""quantity":\#(index * 7)"#, #""price":\#(index).25"#,
                #""in_stock":\#(index % 3 == 0)"#, #""tags":["tea","loose"]"#,
                index % 2 == 0 ? #""note":"\#(note)""# : #""note":null"#,
            ]
            if isShuffled {
                // A rotation and an exchange give the items 16 different orders.
                members = Array(members[(index % 8)...] + members[..<(index % 8)])
                if index % 2 == 0 { members.swapAt(0, 5) }
            }
            return "{" + members.joined(separator: ",") + "}"
        }
        return "[" + items.joined(separator: ",") + "]"
    }
}
