import Synchronization

/// The member names of all types, found by the address of the literal that lists them.
///
/// Literals at the same address have the same bytes, and the images that contain them are never unloaded.
///
/// A constant in each type would do the same. But after each edit, the compiler checks and emits the initial
/// values of all constants of a target again: a quarter of the time in a service with 2,000 types.
enum MembersByLiteral {
    /// An entry of a bucket's list, which begins with the newest.
    ///
    /// It is never changed and never freed.
    private struct Entry {
        let literal: UnsafePointer<UInt8>
        let members: JSONReader.Members
        let next: UnsafePointer<Entry>?
    }

    private typealias Bucket = Atomic<UnsafePointer<Entry>?>

    private static let logOfCount = 12
    // SAFETY: initialized before another thread sees the pointer, then changed atomically, and never freed.
    nonisolated(unsafe) private static let buckets: UnsafeMutablePointer<Bucket> = {
        let buckets = UnsafeMutablePointer<Bucket>.allocate(capacity: 1 << logOfCount)
        for index in 0..<1 << logOfCount { (buckets + index).initialize(to: Bucket(nil)) }
        return buckets
    }()

    /// Returns the names that a literal lists.
    static func members(_ names: StaticString) -> JSONReader.Members {
        let literal = names.utf8Start
        let hash = UInt64(UInt(bitPattern: literal)) &* 0x9E37_79B9_7F4A_7C15
        let bucket = buckets + Int(hash >> UInt64(64 - logOfCount))
        var entry = bucket.pointee.load(ordering: .acquiring)
        while let found = entry {
            if found.pointee.literal == literal { return found.pointee.members }
            entry = found.pointee.next
        }
        return insert(names, into: bucket)
    }

    @inline(never)
    private static func insert(
        _ names: StaticString, into bucket: UnsafeMutablePointer<Bucket>
    ) -> JSONReader.Members {
        let members = JSONReader.Members(
            UnsafeBufferPointer(start: names.utf8Start, count: names.utf8CodeUnitCount))
        let entry = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
        var next = bucket.pointee.load(ordering: .acquiring)
        while true {
            // If two threads insert the same literal, the entry that was inserted first is no longer used.
            entry.initialize(to: Entry(literal: names.utf8Start, members: members, next: next))
            let (isInserted, current) = bucket.pointee.compareExchange(
                expected: next, desired: UnsafePointer(entry), ordering: .acquiringAndReleasing)
            if isInserted { return members }
            next = current
        }
    }
}
