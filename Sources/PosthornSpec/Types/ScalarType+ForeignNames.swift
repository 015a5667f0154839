extension ScalarType {
    /// The types that names of other languages mean; an empty one means that there is none.
    static let foreignNames = [
        "string": "String", "integer": "Int", "int": "Int", "number": "Double",
        "boolean": "Bool", "bool": "Bool", "datetime": "Date", "uri": "URL", "Void": "",
        "object": "JSON", "any": "JSON", "Any": "JSON", "Integer": "Int", "Boolean": "Bool",
        "DateTime": "Date", "UInt32": "Int64", "uint32": "Int64", "UInt": "UInt64",
        "uint": "UInt64", "UInt16": "Int32", "uint16": "Int32", "UInt8": "Int", "Float64": "Double",
        "Float32": "Float", "uint8": "Int", "array": "[JSON]", "uuid": "UUID", "date": "Date(day)",
        "date-time": "Date", "timestamp": "Date", "float": "Float", "double": "Double",
        "long": "Int64", "bytes": "Data", "binary": "Data", "byte": "Data(base64)",
        "text": "String", "Int128": "JSON",
    ]
}
