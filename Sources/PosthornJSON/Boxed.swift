/// Stores a property's value on the heap.
///
/// The generator adds it to a property whose type contains the enclosing type, or makes the enclosing type
/// expensive to copy. Copies share the stored value; changing one copy does not change the others.
@propertyWrapper
public struct Boxed<Value> {
    fileprivate final class Storage {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    private var storage: Storage

    /// Stores a value.
    public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

    /// The value.
    public var wrappedValue: Value {
        get { storage.value }
        set {
            if isKnownUniquelyReferenced(&storage) {
                storage.value = newValue
            } else {
                storage = Storage(newValue)
            }
        }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }
}

extension Boxed: Sendable where Value: Sendable {}
// SAFETY: the value changes only while one `Boxed` has the only reference.
extension Boxed.Storage: @unchecked Sendable where Value: Sendable {}

extension Boxed: Equatable where Value: Equatable {
    /// Returns whether the stored values are equal.
    public static func == (left: Boxed, right: Boxed) -> Bool {
        left.wrappedValue == right.wrappedValue
    }
}

extension Boxed: Hashable where Value: Hashable {
    /// Hashes the stored value.
    public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
