// Generated from SeveralFiles/SeveralPlain.yaml. Edit the spec, not this file.

public import Posthorn

/// The `SeveralPlain` type of ``SeveralAPI``.
public final class SeveralPlain: JSONModel {
    public let x: Int

    public init(x: Int) {
        self.x = x
    }

    public init(json: inout JSONReader) throws {
        var x: Int?
        let object = json.beginObject()
        while let key = json.nextKey() {
            switch key {
            case "x": json.read(&x)
            default: json.skip()
            }
        }
        guard json.isIntact, let x else {
            throw json.failure(in: object, needing: "x")
        }
        self.x = x
    }

    public func write(json: inout JSONWriter) throws {
        try json.beginObject()
        try json.write("x", x)
        json.endObject()
    }
}
