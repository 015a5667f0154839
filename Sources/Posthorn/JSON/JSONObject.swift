/// An object of a spec: the class that generated ones inherit from.
///
/// What objects have in common is here once, and not once more in each of them: two thirds of what
/// the compiler would write for a class of its own are its conformances.
///
/// Two objects are equal if they are of one class and are written alike, except that dates and
/// numbers count exactly and not as they are rounded on the wire.
///
/// Subclasses are generated with constants only, read by functions of ``JSONReader`` that want them to be
/// `Sendable`: a class that inherits can't have that checked.
///
/// SAFETY: it has no state, and subclasses have constants of Sendable types.
open class JSONObject: JSONModel, @unchecked Sendable {
    /// Creates an object without members.
    public init() {}

    /// Reads an object and skips its members.
    ///
    /// Subclasses read theirs.
    /// - Throws: a ``JSONError`` if the next value is none.
    public required convenience init(json: inout JSONReader) throws {
        try json.endObject(json.beginObject())
        self.init()
    }

    /// Writes an object without members.
    ///
    /// Subclasses write theirs.
    open func write(json: inout JSONWriter) {
        json.beginObject()
        json.endObject()
    }

    /// Whether two objects are of one class and written alike.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left === right
            || type(of: left) == type(of: right)
                && JSONWriter.identity(of: left) == JSONWriter.identity(of: right)
    }

    /// The class and what is written, as `Order {"id":"1"}`: all of its values, also personal ones.
    public var debugDescription: String { description(as: type(of: self)) }
}
