// Generated from SeveralFiles/SeveralPlain.yaml. Edit the spec, not this file.

public import Posthorn

/// The `SeveralPlain` type of ``SeveralAPI``.
public struct SeveralPlain: JSONModel {
    public let x: Int

    public init(x: Int) {
        self.x = x
    }

    public init(json: inout JSONReader) throws {
        var x: Int?
        try json.beginObject()
        while let key = try json.nextKey() {
            switch key {
            case "x": try json.read(&x)
            default: try json.skip()
            }
        }
        self.x = try json.require(x, "x")
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("x", x)
        json.endObject()
    }
}
