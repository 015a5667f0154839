import Foundation
import PosthornSpec
import Testing

/// The table of keys agrees with the readers and with the pages.
@Suite("Table of keys")
struct KeyTableTests {
    /// A row in one of its places.
    struct Use: CustomTestStringConvertible, Sendable {
        var row: SpecKey
        var place: KeyPlace

        var testDescription: String { "\(row.names[0]) in \(place)" }

        static let all = SpecKey.all.flatMap { row in
            row.places.map { Use(row: row, place: $0) }
        }

        /// All but the keys that a place knows only so that a rule can refuse them in more detail.
        static let valid = all.filter {
            ($0.row.names != ["sealed"] || $0.place != .queryField)
                && ($0.row.names != ["default"] || $0.place != .position)
        }
    }

    @Test("Each example is valid in each place of its key", arguments: Use.valid)
    func examplesAreValid(_ use: Use) {
        let files = [
            SourceFile(path: "A.yaml", text: use.spec),
            SourceFile(path: "B.yaml", text: Self.types),
            SourceFile(path: "C.yaml", text: use.row.page == "Only" ? Self.endpoints : ""),
        ]
        let modules = OtherModules(names: ["Common"]) { _ in
            [SourceFile(path: "Common.yaml", text: "types: { Common1: { id: Int } }")]
        }
        let errors = SpecReader.read(files, modules: modules).diagnostics
            .filter { $0.severity == .error }
        #expect(errors.map(\.description) == [], "\(use.spec)")
    }

    @Test("The page of each key mentions it", arguments: Use.all)
    func pagesMentionKeys(_ use: Use) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appending(path: "Documentation/Spec/\(use.row.page).md"),
            encoding: .utf8)
        for name in use.row.names {
            let mention = try Regex("[`{ ]\(name)[`:, }]")
            #expect(page.contains(mention), "\(use.row.page).md does not mention '\(name)'")
        }
    }

    @Test(
        "A place has each key once, and knows the keys that its rows name",
        arguments: KeyPlace.allCases)
    func placesAreConsistent(_ place: KeyPlace) {
        #expect(Set(place.keys).count == place.keys.count)
        #expect(!place.keys.isEmpty)
        for row in place.rows { #expect(Set(row.needs + row.excludes).isSubset(of: place.keys)) }
    }

    /// What the examples of a selection name.
    private static let endpoints = """
        endpoints: { ping: { GET: /ping, tags: [orders] } }
        groups: { orders: { list: { GET: /orders } } }

        """

    /// What the examples name.
    private static let types = """
        types:
          Order: { id: Int, done?: Bool }
          Item: { id: String }
          Page: { items: [Item], next_cursor?: String, has_more?: Bool, total: Int, pages: Int, links: Links }
          Links: { next?: URL }
          Urls: { get: URL }
          Export: { id: Int, status: done | failed | canceled, percent_done: Int, result?: Order, urls: Urls }
          Problem: { detail: String }
          Card: { includes: [EventHead], number: String }
          Bank: { includes: [EventHead], iban: String }
          EventHead: { sent: Date }
          Timestamps: { created: Date }
          Claims: { subject: String }
          Feed: { oneOf: { push: Order, ping: JSON }, byEvent: true }

        """
}

extension KeyTableTests.Use {
    /// A service with the example, and with the keys that it needs.
    fileprivate var spec: String {
        var lines = base
        lines.removeAll { line in (row.names + row.excludes).contains { line.hasPrefix("\($0):") } }
        lines.append(row.example)
        var keys: Set<String> { Set(lines.map { String($0.prefix { $0 != ":" }) }) }
        func add(_ name: String) {
            lines += place.rows.filter { $0.names.contains(name) }.map(\.example)
        }
        while true {
            let rows = place.rows.filter { !keys.isDisjoint(with: $0.names) }
            if let needed = rows.first(where: {
                !$0.needs.isEmpty && keys.isDisjoint(with: $0.needs)
            }) {
                add(needed.needs[0])
            } else if let missing = place.rows.first(where: {
                $0.absence == nil && keys.isDisjoint(with: $0.names + $0.excludes)
            }) {
                add(missing.names[0])
            } else {
                break
            }
        }
        let indent = String(repeating: " ", count: depth * 2)
        return head + lines.map { "\(indent)\($0)\n" }.joined()
    }

    /// The number of groups around the keys.
    private var depth: Int {
        let last = head.split(separator: "\n").last ?? ""
        return last.prefix { $0 == " " }.count / 2 + (last.hasSuffix(":") ? 1 : 0)
    }

    /// The keys that a place has in any case.
    private var base: [String] {
        switch place {
        case .file:
            return ["service: AAPI"]
                + (row.names == ["requires"]
                    ? ["auth: { user: bearer, key: { query: key }, partner: digest }"] : [])
        case .credential where row.names == ["realm"]:
            return ["scheme: bearer", "from: challenge"]
        case .credential where row.names == ["from"]: return ["header: X-Key"]
        case .credential where row.names == ["at"]: return ["scheme: bearer", "from: signIn"]
        case .endpoint:
            let isSent =
                row.excludes.contains("GET") || ["idempotent", "sends"].contains(row.names[0])
            return (row.names == ["sends"] ? ["body: Order"] : []) + [
                isSent ? "POST: /orders/{id}" : "GET: /orders/{id}",
                "query: { cursor?: String }",
                row.page == "Pages"
                    ? "returns: Page"
                    : row.page == "Poll"
                        ? "returns: Export"
                        : row.page == "Streams" ? "returns: lines of Order" : "returns: Order",
            ]
        case .scheme:
            switch row.names {
            case ["scheme"]: return ["algorithm: hmac-sha256"]
            case ["audience"]: return ["scheme: aes-gcm-envelope"]
            case ["components"]: return ["scheme: http-message-signature"]
            case ["service"]: return ["scheme: aws-sigv4", "region: eu-central-1"]
            case ["region"]: return ["scheme: aws-sigv4", "service: s3"]
            case ["algorithm"]: return ["scheme: sorted-parameters"]
            case ["prefix"]: return ["scheme: standard-webhooks"]
            default: return ["scheme: sorted-parameters", "algorithm: hmac-sha256"]
            }
        case .server:
            return switch row.names {
            case ["url"]: ["variables: { region: eu | us }"]
            case ["variables"]: ["url: https://{region}.shop.example"]
            default: ["url: https://shop.example"]
            }
        case .pathParameter, .field, .member, .position, .queryField, .variable:
            return ["type: \(type)"]
        case .flag: return ["flag: true"]
        case .error: return ["type: String"]
        case .status where row.names == ["lossy"]: return ["type: [Order]"]
        case .returns:
            return row.names == ["lossy"] ? ["type: [Order]"] : ["headers: { ETag: String }"]
        case .status: return row.names == ["response"] ? ["type: Order"] : []
        case .union: return row.names == ["malformed"] ? ["by: kind"] : []
        case .pages: return ["items: items"]
        case .poll: return ["at: { header: Location }", "until: { status: done }"]
        case .pollValue: return ["type: Order"]
        case .webhook: return row.names == ["event"] ? ["type: Feed"] : []
        case .verify:
            switch row.names[0] {
            case "scheme": return []
            case "prefix": return ["scheme: standard-webhooks"]
            case "query": return ["scheme: query-secret"]
            case "covers", "tag": return ["scheme: http-message-signature"]
            default: return ["scheme: stripe"]
            }
        default: return []
        }
    }

    private var type: String {
        switch row.page {
        case "Style", "Collections": "[String]"
        case "Limits" where !row.names.contains("range"): "String"
        default: "Int"
        }
    }

    /// What stands before the keys of a place.
    private var head: String {
        let service = """
            service: AAPI
            common: { headers: { X-App-Version: String } }
            ciphers: { partner: }
            signers: { partner: }
            auth: { user: bearer, key: { query: key }, partner: { header: X-Key } }
            version: { header: API-Version, value: "1" }
            servers: { main: { url: https://a.example, hosts: { uploads: https://b.example } } }

            """
        let poll =
            service + "endpoints:\n  a:\n    POST: /exports\n    returns: Export\n    poll:\n"
        let get = service + "endpoints:\n  a:\n    GET: /orders/{id}\n"
        let post = service + "endpoints:\n  a:\n    POST: /orders\n"
        let type = service + "types:\n  A:\n"
        switch place {
        case .file: return ""
        case .only: return "service: AAPI\nonly:\n"
        case .common: return "service: AAPI\ncommon:\n"
        case .scheme:
            return "service: AAPI\n"
                + (row.names == ["audience"] ? "ciphers" : "signers") + ":\n  a:\n"
        case .signature:
            return "service: AAPI\nsigners:\n  a:\n    scheme: sorted-parameters\n"
                + "    algorithm: hmac-sha256\n    place:\n"
        case .server: return "service: AAPI\nservers:\n  production:\n"
        case .variable:
            return "service: AAPI\nservers:\n  production:\n"
                + "    url: https://{region}.shop.example\n    variables:\n      region:\n"
        case .credential, .issued:
            return "service: AAPI\nrequires: none\nendpoints:\n"
                + "  signIn: { POST: /sign-in, returns: Session }\n"
                + "types:\n  Session: { token: String }\nauth:\n  user:\n"
                + (place == .issued ? "    cookie: sid\n    from: signIn\n    at:\n" : "")
        case .webhook: return "service: AAPI\nwebhooks:\n  event:\n"
        case .verify:
            return "service: AAPI\nwebhooks:\n  event:\n    type: Order\n    verify:\n"
        case .response: return "service: AAPI\nresponse:\n"
        case .envelope: return "service: AAPI\nresponse:\n  envelope:\n"
        case .group: return service + "groups:\n  a:\n"
        case .version: return "service: AAPI\nversion:\n"
        case .poll: return poll
        case .place: return poll + "      until: { status: done }\n      at:\n"
        case .pollValue:
            return poll
                + "      at: { header: Location }\n      until: { status: done }\n      value:\n"
        case .cancel:
            return poll
                + "      at: { header: Location }\n      until: { status: done }\n      cancel:\n"
        case .endpoint:
            return service + (row.names == ["call"] ? "rpc: /rpc\n" : "") + "endpoints:\n  a:\n"
        case .pathParameter: return get + "    path:\n      id:\n"
        case .upload: return post + "    upload:\n"
        case .returns: return get + "    returns:\n"
        case .status: return get + "    returns:\n      200: Order\n      202:\n"
        case .error: return get + "    errors:\n      401:\n"
        case .endMarker:
            let form = row.names == ["event"] ? "events" : "lines"
            return get + "    returns: \(form) of Order\n    endMarker:\n"
        case .pages:
            return get
                + "    query: { cursor?: String, page?: Int, offset?: Int, limit?: Int }\n"
                + "    returns: Page\n    pages:\n"
        case .retry: return get + "    retry:\n"
        case .outbox: return get + "    outbox:\n"
        case .cache:
            return get
                + "    query: { page?: Int }\n    headers: { X-Region?: String }\n    cache:\n"
        case .field: return post + "    cipher: partner\n    body:\n      a:\n"
        case .member: return type + "    a:\n"
        case .position: return type + "    tuple:\n      b: Int\n      a:\n"
        case .queryField: return get + "    query:\n      a:\n"
        case .constant: return get + "    query:\n      a:\n"
        case .flag: return get + "    query:\n      a?:\n"
        case .declaration: return type + "    enum: [a, b]\n"
        case .unionCase: return type + "    oneOf:\n      bank: Bank\n      card:\n"
        case .others: return type + "    fields: { id: Int }\n    others:\n"
        case .rest: return type + "    tuple: [Int]\n    rest:\n"
        case .body: return post + "    body:\n"
        case .enumeration, .union, .wrapper, .foreign, .object, .tuple, .shortObject: return type
        }
    }
}
