// Generated from SeveralFiles/SeveralPlain.yaml. Edit the spec, not this file.

@_spi(Generated) public import PosthornCore

/// The `SeveralPlain` type of ``SeveralAPI``.
public struct SeveralPlain: JSONModel {
    public var x: Int

    public init(x: Int) {
        self.x = x
    }

    public init(json: inout JSONReader) throws {
        x = 0
        var object = json.beginObject("x")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: x = json.int()
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("x", x)
        json.endObject()
    }
}
