import FoundationEssentials

/// The body that a builder collects: single fields, or one whole value.
///
/// Fields keep their order: the common ones, then the endpoint's. A value that writes itself keeps the order
/// of its spec. Any other value is encoded by its `Codable` conformance with sorted keys. The same call
/// therefore always has the same bytes.
struct RequestBody: Sendable {
    /// The endpoint's body if it is a single value.
    var whole: (any Encodable & Sendable)? { didSet { hasWhole = whole != nil } }
    // Stored, because a comparison with `nil` copies an existential.
    private var hasWhole = false
    private(set) var fields: [(name: String, value: any Encodable & Sendable)] = []
    private var hasEndpointFields = false

    init() {}

    /// Creates a body that is a single value, without common fields.
    init(alone whole: any Encodable & Sendable) {
        self.whole = whole
        hasWhole = true
    }

    /// Whether nothing was set.
    var isEmpty: Bool { !hasWhole && fields.isEmpty }

    mutating func set(_ name: String, _ value: any Encodable & Sendable, ofEndpoint: Bool) {
        hasEndpointFields = hasEndpointFields || ofEndpoint
        if let index = fields.firstIndex(where: { ByteEqualName($0.name) == ByteEqualName(name) }) {
            fields[index].value = value
        } else {
            fields.append((name, value))
        }
    }

    mutating func remove(_ name: String) {
        fields.removeAll { ByteEqualName($0.name) == ByteEqualName(name) }
    }

    func multipart(without names: Set<ByteEqualName>) -> [MultipartField] {
        fields.filter { !names.contains(ByteEqualName($0.name)) }
            .map { MultipartField(name: $0.name, content: .common($0.value)) }
    }

    /// Whether a request with this method sends the body.
    ///
    /// It sends none if nothing was set, or if only common fields were set and the method is not POST, PUT or
    /// PATCH.
    func isSent(by method: HTTPRequest.Method) -> Bool {
        hasWhole || hasEndpointFields || (!fields.isEmpty && Self.sendsCommonFields(method))
    }

    /// Returns the encoded body; call it only if ``isSent(by:)``.
    func encoded(by serializer: BodySerializer) throws -> Data {
        do {
            guard let style = serializer.json else {
                return try APIError.Cause.ofWriting { try bytes(by: serializer) }
            }
            return try APIError.Cause.ofWriting { try bytes(style) }
        } catch is CancellationError {
            throw CancellationError()
        } catch let fault as APIError.Cause
            where fault.code == .invalidParameter || serializer.json == nil
        {
            throw fault
        } catch {
            let format = serializer.json == nil ? serializer.mediaType : "JSON"
            throw APIError.Cause(
                .encodingFailed,
                "the body can't be written as \(format): \(CodingPath.explain(error))",
                advice: "send values that \(format) has", underlying: error)
        }
    }

    /// Whether a request without fields of its endpoint sends the common ones.
    private static func sendsCommonFields(_ method: HTTPRequest.Method) -> Bool {
        method == .post || method == .put || method == .patch
    }

    private func bytes(by serializer: BodySerializer) throws -> Data {
        if let convert = serializer.convert { return try convert(bytes(JSONStyle())) }
        guard let whole else { return try serializer.bytes(of: BodyFields(fields: fields)) }
        guard !fields.isEmpty, case .object(let members, _) = try ValueNode(of: whole).shape else {
            return try serializer.bytes(of: whole)
        }
        let taken = Set(members.map { ByteEqualName($0.name) })
        let missing = fields.filter { !taken.contains(ByteEqualName($0.name)) }
        return missing.isEmpty
            ? try serializer.bytes(of: whole)
            : try serializer.bytes(of: BodyFields(fields: missing, whole: whole))
    }

    private func bytes(_ style: JSONStyle) throws -> Data {
        var writer = JSONWriter(checksLimits: true)
        guard let whole else {
            try write(fields, to: &writer, style)
            return writer.takeData()
        }
        guard !fields.isEmpty else {
            try writer.writeCodable(whole, style)
            return writer.takeData()
        }
        if style.sortsAll {
            try writer.writeCodable(BodyFields(fields: fields, whole: whole), style)
            return writer.takeData()
        }
        try writer.writeCodable(whole, style)
        guard writer.bytes.first == UInt8(ascii: "{") else { return writer.takeData() }
        // Common fields that the value lacks are inserted before its own members.
        let taken = try keys(of: writer.bytes)
        let missing = fields.filter { !taken.contains(ByteEqualName($0.name)) }
        guard !missing.isEmpty else { return writer.takeData() }
        var common = JSONWriter(checksLimits: true)
        try write(missing, to: &common, style)
        common.reopen()
        if !taken.isEmpty { common.separate() }
        writer.insert(UnsafeBufferPointer(rebasing: common.bytes.dropFirst()), at: 1)
        return writer.takeData()
    }

    private func write(
        _ fields: [(name: String, value: any Encodable & Sendable)], to writer: inout JSONWriter,
        _ style: JSONStyle
    ) throws {
        writer.beginObject()
        for field in style.sortsAll ? fields.sorted(by: { $0.name < $1.name }) : fields {
            writer.key(field.name)
            try writer.writeCodable(field.value, style)
        }
        writer.endObject()
    }

    private func keys(of object: UnsafeBufferPointer<UInt8>) throws -> Set<ByteEqualName> {
        var names: Set<ByteEqualName> = []
        var reader = JSONReader(object)
        try reader.enterObject()
        while let key = try reader.memberKey() {
            names.insert(ByteEqualName(key.name))
            try reader.pass()
        }
        return names
    }
}
