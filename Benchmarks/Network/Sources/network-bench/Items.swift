/// The documents of the group `typed`: 50 items of eight members.
enum Items {
    /// Returns the same document each time.
    ///
    /// - Parameter isShuffled: Whether each item has its members in another order than the spec.
    static func document(isShuffled: Bool) -> String {
        let items = (0..<50).map { index in
            var members = [
                #""id":"8f14e45f-ceea-467f-a0a3-\#(1_000_000 + index)00000""#,
                #""sku":"tea-oolong-\#(index)""#,
                #""title":"Oolong, loose leaves, 100 g, harvest \#(2000 + index)""#,
                #""quantity":\#(index * 7)"#, #""price":\#(index).25"#,
                #""in_stock":\#(index % 3 == 0)"#, #""tags":["tea","loose"]"#,
                index % 2 == 0 ? #""note":"keep dry""# : #""note":null"#,
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
