// Generated from SeveralFiles/SeveralPlain.yaml. Edit the spec, not this file.

public import Posthorn

/// The `SeveralPlain` type of ``SeveralAPI``.
public final class SeveralPlain: JSONObject, @unchecked Sendable {
    public let x: Int

    public init(x: Int) {
        self.x = x
    }

    public required init(json: inout JSONReader) throws {
        let object = json.beginObject()
        x = json.int("x")
        try json.endObject(object)
    }

    public override func write(json: inout JSONWriter) {
        json.beginObject()
        json.write("x", x)
        json.endObject()
    }
}
