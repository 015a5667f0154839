// Generated from Limited/Limited.yaml. Edit the spec, not this file.

public import Foundation
@_spi(Generated) public import PosthornCore

/// A client of the service `LimitedAPI`.
public struct LimitedAPI: APIService {
    /// The transport and the defaults of this client.
    public var configuration: ClientConfiguration

    /// Creates a client of the service.
    public init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}

extension LimitedAPI {
    /// `POST /orders/{id}`.
    /// - Parameters:
    ///   - page: The default is `1`.
    ///   - ratio: Not sent when `nil`.
    ///   - note: Shown on the slip. For example `Hi`. Deprecated: Use notes. Not sent when `nil`.
    ///   - patch: Not sent when `.absent`.
    ///   - email: Not sent when `nil`.
    ///   - backup: Not sent when `.absent`.
    ///   - inner: Not sent when `nil`.
    ///   - ring: Not sent when `nil`.
    nonisolated(nonsending) public func create(
        id: String, tags: [String], price: Decimal, lines: [LimitedLine], page: Int = 1,
        ratio: Double? = nil, note: String? = nil, patch: FieldPresence<String> = .absent,
        email: LimitedEmail? = nil, backup: FieldPresence<LimitedEmail> = .absent,
        inner: LimitedOuter? = nil, ring: LimitedRing? = nil
    ) async throws(APIError) {
        try await send(
            Create(
                id: id, tags: tags, price: price, lines: lines, page: page, ratio: ratio,
                note: note, patch: patch, email: email, backup: backup, inner: inner, ring: ring))
    }

    /// The request behind
    /// ``create(id:tags:price:lines:page:ratio:note:patch:email:backup:inner:ring:)``.
    public struct Create: Endpoint {
        public let id: String
        public let page: Int
        public let ratio: Double?
        public let note: String?
        public let tags: [String]
        public let price: Decimal
        public let patch: FieldPresence<String>
        public let email: LimitedEmail?
        public let backup: FieldPresence<LimitedEmail>
        public let lines: [LimitedLine]
        public let inner: LimitedOuter?
        public let ring: LimitedRing?

        public init(
            id: String, tags: [String], price: Decimal, lines: [LimitedLine], page: Int = 1,
            ratio: Double? = nil, note: String? = nil, patch: FieldPresence<String> = .absent,
            email: LimitedEmail? = nil, backup: FieldPresence<LimitedEmail> = .absent,
            inner: LimitedOuter? = nil, ring: LimitedRing? = nil
        ) {
            self.id = id
            self.page = page
            self.ratio = ratio
            self.note = note
            self.tags = tags
            self.price = price
            self.patch = patch
            self.email = email
            self.backup = backup
            self.lines = lines
            self.inner = inner
            self.ring = ring
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.post, "/orders/{id}")
            request.check("id", id, pattern: "^[a-z0-9]+$")
            request.path("id", id)
            request.check("page", page, atLeast: 1)
            request.query("page", page)
            request.check("ratio", ratio, range: 0...1)
            request.query("ratio", ratio)
            request.check("note", note, length: 0...5)
            request.body("note", note)
            request.check("tags", tags, length: 1...Int.max)
            request.body("tags", tags)
            request.check("price", price, atLeast: DefaultValue.decimal("0.01"))
            request.check("price", price, atMost: DefaultValue.decimal("99.99"))
            request.body("price", price)
            request.check("patch", patch.value, length: 0...3)
            request.body("patch", patch)
            request.check("email", email?.value, length: 3...64)
            request.check("email", email?.value, pattern: "@")
            request.body("email", email)
            request.check("backup", backup.value?.value, pattern: "@")
            request.body("backup", backup)
            request.body("lines", lines)
            request.check("inner", inner?.value?.value, length: 1...5)
            request.body("inner", inner)
            request.body("ring", ring)
        }
    }
}

extension LimitedAPI {
    /// `GET /measurements`.
    /// - Parameters:
    ///   - after: The default is `9007199254740993`.
    ///   - weight: Not sent when `nil`.
    ///   - height: Not sent when `nil`.
    ///   - width: Not sent when `nil`.
    ///   - below: Not sent when `nil`.
    ///   - key: The default is `aGVsbG8=`.
    ///   - print: The default is `0aff`.
    nonisolated(nonsending) public func measure(
        depth: Int, rule: String, after: Int64 = 9007199254740993, weight: Double? = nil,
        height: Double? = nil, width: Float? = nil, below: Decimal? = nil,
        key: Data = DefaultValue.data(0x68656c6c_6f, count: 5),
        print: Data = DefaultValue.data(0x0aff, count: 2)
    ) async throws(APIError) {
        try await send(
            Measure(
                depth: depth, rule: rule, after: after, weight: weight, height: height,
                width: width, below: below, key: key, print: print))
    }

    /// The request behind ``measure(depth:rule:after:weight:height:width:below:key:print:)``.
    public struct Measure: Endpoint {
        public let depth: Int
        public let after: Int64
        public let weight: Double?
        public let height: Double?
        public let width: Float?
        public let below: Decimal?
        public let rule: String
        public let key: Data
        public let print: Data

        public init(
            depth: Int, rule: String, after: Int64 = 9007199254740993, weight: Double? = nil,
            height: Double? = nil, width: Float? = nil, below: Decimal? = nil,
            key: Data = DefaultValue.data(0x68656c6c_6f, count: 5),
            print: Data = DefaultValue.data(0x0aff, count: 2)
        ) {
            self.depth = depth
            self.after = after
            self.weight = weight
            self.height = height
            self.width = width
            self.below = below
            self.rule = rule
            self.key = key
            self.print = print
        }

        public func build(_ request: inout RequestBuilder) {
            request.method(.get, "/measurements")
            request.check("depth", depth, range: -5...(-1))
            request.query("depth", depth)
            request.check("after", after, range: 1...9223372036854775807)
            request.query("after", after)
            request.check("weight", weight, range: -1.5e3...(-0.5))
            request.query("weight", weight)
            request.check("height", height, range: 0...1e6)
            request.query("height", height)
            request.check("width", width, range: -16777217.0...16777217.0)
            request.query("width", width)
            request.check("below", below, atLeast: DefaultValue.decimal("-5"))
            request.check("below", below, atMost: DefaultValue.decimal("-1"))
            request.query("below", below)
            request.check(
                "rule", rule,
                pattern: "^[a-z]+ = [a-z]+(, [a-z]+ = [a-z]+)*: [a-z]+(, [a-z]+ = [a-z]+)*; [a-z]+$"
            )
            request.query("rule", rule)
            request.check("key", key, length: 1...5)
            request.query("key", key)
            request.check("print", print, length: 2...2)
            request.query("print", print, as: .hex)
        }
    }
}

/// The `LimitedOuter` type of ``LimitedAPI``.
public struct LimitedOuter: JSONWrapper {
    /// The value that stands for it on the wire.
    public var value: LimitedEmail?

    /// Wraps a value.
    public init(_ value: LimitedEmail?) {
        self.value = value
    }
}

/// The `LimitedRing` type of ``LimitedAPI``.
public struct LimitedRing: JSONModel {
    public var outer: LimitedOuter

    public init(outer: LimitedOuter) {
        self.outer = outer
    }

    public init(json: inout JSONReader) throws {
        var outer: LimitedOuter?
        var object = json.beginObject("outer")
        while let member = json.nextMember(&object) {
            switch member {
            case 0: outer = json.value()
            default: break
            }
        }
        guard json.finish(object), let outer else { throw json.takeFailure() }
        self.outer = outer
    }

    public func write(json: inout JSONWriter) {
        if json.checksLimits {
            json.check("outer", outer.value?.value, length: 1...5)
        }
        json.beginObject()
        json.write("outer", outer)
        json.endObject()
    }
}

/// The `LimitedEmail` type of ``LimitedAPI``.
public struct LimitedEmail: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public var value: String

    /// Wraps a value.
    public init(_ value: String) {
        self.value = value
    }
}

/// The `LimitedLevel` type of ``LimitedAPI``.
public struct LimitedLevel: JSONWrapper {
    /// The value that stands for it on the wire.
    public var value: LimitedNumber

    /// Wraps a value.
    public init(_ value: LimitedNumber) {
        self.value = value
    }
}

/// The `LimitedNumber` type of ``LimitedAPI``.
public struct LimitedNumber: JSONWrapper, ParameterValue {
    /// The value that stands for it on the wire.
    public var value: Decimal

    /// Wraps a value.
    public init(_ value: Decimal) {
        self.value = value
    }
}

/// The `LimitedLine` type of ``LimitedAPI``.
public struct LimitedLine: JSONModel {
    public var sku: String
    public var quantity: Int32
    /// For example `{}`.
    ///
    /// Deprecated.
    public var json: String
    public var key: String?
    public var level: LimitedLevel
    public var `in`: Int

    public init(
        sku: String, json: String, quantity: Int32 = 1, key: String? = nil,
        level: LimitedLevel = .init(.init(DefaultValue.decimal("1"))), in: Int = 1
    ) {
        self.sku = sku
        self.quantity = quantity
        self.json = json
        self.key = key
        self.level = level
        self.in = `in`
    }

    public init(json: inout JSONReader) throws {
        sku = ""
        quantity = 1
        self.json = ""
        level = .init(.init(DefaultValue.decimal("1")))
        `in` = 1
        var object = json.beginObject("sku quantity? json key? level? in?")
        readMembers(&json, &object)
        try json.endObject(object)
    }

    @inline(never)
    private mutating func readMembers(_ json: inout JSONReader, _ object: inout JSONReader.Object) {
        while let member = json.nextMember(&object) {
            switch member {
            case 0: sku = json.string()
            case 1: quantity = json.valueIfPresent() ?? quantity
            case 2: self.json = json.string()
            case 3: key = json.stringIfPresent()
            case 4: level = json.valueIfPresent() ?? level
            case 5: `in` = json.intIfPresent() ?? `in`
            default: break
            }
        }
    }

    public func write(json: inout JSONWriter) {
        if json.checksLimits {
            json.check("sku", sku, length: 1...8)
            json.check("sku", sku, pattern: "^[A-Z]")
            json.check("quantity", quantity, atMost: 10)
            json.check("level", level.value.value, atLeast: DefaultValue.decimal("1"))
            json.check("level", level.value.value, atMost: DefaultValue.decimal("3"))
        }
        json.beginObject()
        json.write("sku", sku)
        json.write("quantity", quantity)
        json.write("json", self.json)
        json.writeIfPresent("key", key)
        json.write("level", level)
        json.write("in", `in`)
        json.endObject()
    }
}
