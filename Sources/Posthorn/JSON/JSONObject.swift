/// The base class of the objects that are generated as classes.
///
/// The base class contains the conformances, because they are two thirds of the code that the compiler
/// generates for a separate class.
///
/// Two objects are equal if they have the same class and the same JSON. Dates and numbers are compared
/// exactly, without the rounding of their form on the wire.
///
/// Generated subclasses have only constants of `Sendable` types. The compiler can't check this for an
/// inheriting class, but the functions of ``JSONReader`` that read the constants require it.
///
/// SAFETY: The class has no state, and subclasses have only constants of Sendable types.
open class JSONObject: JSONModel, @unchecked Sendable {
    /// Creates an object without members.
    public init() {}

    /// Reads an object and skips its members.
    ///
    /// Subclasses read their members.
    /// - Throws: A ``JSONError`` if the next value is not an object.
    public required convenience init(json: inout JSONReader) throws {
        try json.endObject(json.beginObject())
        self.init()
    }

    /// Writes an object without members.
    ///
    /// Subclasses write their members.
    open func write(json: inout JSONWriter) {
        json.beginObject()
        json.endObject()
    }

    /// Returns whether two objects have the same class and the same JSON.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left === right
            || type(of: left) == type(of: right)
                && JSONWriter.identity(of: left) == JSONWriter.identity(of: right)
    }

    /// The class and its JSON, such as `Order {"id":"1"}`, including personal data.
    public var debugDescription: String { description(as: type(of: self)) }
}
