import PosthornSpec

/// An advice that takes more than one edit at the place of the diagnostic, followed by hand in the golden case.
struct EditByHand: Sendable {
    let rule: String
    /// A part of the advice.
    let write: String
    /// Replacements in all files of the spec, one after the other.
    ///
    /// A file that becomes empty is removed.
    let replacements: [(old: String, new: String)]

    init(_ rule: String, _ write: String, _ replacements: (String, String)...) {
        self.rule = rule
        self.write = write
        self.replacements = replacements.map { (old: $0.0, new: $0.1) }
    }

    func isMeant(by diagnostic: Diagnostic) -> Bool {
        diagnostic.rule == rule && diagnostic.write.contains(write)
    }

    func applied(to files: [String: String]) -> [String: String] {
        var files = files
        for (old, new) in replacements {
            files = files.compactMapValues { text in
                let edited = text.replacing(old, with: new)
                return edited.isEmpty && !text.isEmpty ? nil : edited
            }
        }
        return files
    }

    static let all: [EditByHand] = syntax + places + types + pages + values
}

extension EditByHand {
    private static let syntax: [EditByHand] = [
        .init("YAML is indented with spaces", "spaces in its place", ("\t", "  ")),
        .init(
            "the keys of one group stand in one column", "it in the column of its neighbours",
            ("   doc: Text", "    doc: Text")),
        .init(
            "what is in brackets is a whole value", "it within the brackets",
            ("String } x: Int", "String, x: Int }")),
        .init("a key is a text", "a name before the ':'", ("? [a, b]\n  :", "A:")),
        .init("a key has a ':' after it", "'key: value'", ("  B\n", "  B: { id: Int }\n")),
        .init(
            "merge keys are not part of the spec language", "the keys themselves",
            ("<<: { id: Int }", "id: Int")),
        .init(
            "a spec file is one YAML document", "it in a file of its own",
            ("---\nservice: ShopAPI\n", "")),
        .init(
            "a spec file is one group of keys", "it as a key in the first column",
            ("...\nmore: x", "doc: x")),
    ]

    private static let places: [EditByHand] = [
        .init(
            "a group is declared once", "all its endpoints there",
            ("groups:\n  orders: { get: { GET: /order } }\n", ""),
            ("{ list: { GET: /orders } }", "{ list: { GET: /orders }, get: { GET: /order } }")),
        .init(
            "a redirect is an error of single endpoints, which do not follow it",
            "it in the endpoints that return it",
            ("errors: { 302: , 3xx: , 404: }", "errors: { 404: }"),
            ("{ GET: /orders }", "{ GET: /orders, errors: { 3xx: } }")),
        .init(
            "a redirect is an error of single endpoints, which do not follow it",
            "it in the endpoints that return it",
            ("  302: Problem\n", ""), ("errors: { 409:", "errors: { 302: Problem, 409:")),
        .init(
            "'at' leads through objects, not through lists", "the list as a field",
            ("name: { type: String, at: items.0.name }", "items: [JSON]")),
        .init(
            "services share the types of files outside of their folders", "its declaration there",
            ("types:\n  Order: { id: Int }\n", ""),
            ("types:\n  Money", "types:\n  Order: { id: Int }\n  Money")),
        .init(
            "one file of the folder names the service", "in a folder of its own",
            ("service: BAPI\n", "")),
        .init(
            "this key belongs in the file with 'service:'", "it there",
            ("server: https://x.example\n", ""),
            ("service: AAPI\n", "service: AAPI\nserver: https://x.example\n")),
        .init(
            "this key belongs in the file with 'service:'", "it there",
            ("ciphers:\n  partner:\n", ""),
            ("service: AAPI\n", "service: AAPI\nciphers:\n  partner:\n")),
        .init(
            "this key belongs in the file with 'service:'", "it there",
            ("signers:\n  partner:\n", ""),
            ("service: AAPI\n", "service: AAPI\nsigners:\n  partner:\n")),
        .init(
            "this key belongs in an endpoint", "it in each endpoint that has it",
            ("timeout: 10s\n", ""), ("GET: /ping }", "GET: /ping, timeout: 10s }")),
        .init(
            "an endpoint has one method with its path", "it as an endpoint of its own",
            ("    POST: /orders", "  createOrder:\n    POST: /orders")),
        .init(
            "'path' describes the parameters in the path", "'{number}' in the path",
            ("/orders/{id}", "/orders/{number}")),
        .init(
            "the type of a path parameter is given once", "one of the two",
            ("    path:\n      id: String\n", "")),
        .init(
            "'includes' stands in a type or a body", "the parameters themselves",
            ("query: { includes: [Base], page: Int }", "query: { id: String, page: Int }")),
        .init(
            "'includes' stands in a type or a body", "the parameters themselves",
            ("form: { includes: [Base] }", "form: { id: String }")),
        .init("a service declares at most 100 of a kind", "there", ("c0?: Int, ", "")),
        .init("a service declares at most 100 of a kind", "there", ("k0: A, ", "")),
        .init("a service declares at most 100 of a kind", "there", ("u0: bearer, ", "")),
        .init(
            "a spec holds no secrets", "it in Swift", (", AKIAIOSFODNN7EXAMPLE, is", ", is")),
        .init(
            "a spec holds no secrets", "it in Swift",
            ("one: 9f86d081884c7d659a2feaa0c55ad015", "one")),
        .init(
            "a spec holds no secrets", "it in Swift",
            (" = 9f86d081884c7d659a2feaa0c55ad015", "")),
    ]

    private static let types: [EditByHand] = [
        .init(
            "a body includes no object with 'others'",
            "the object as the body, or as a field of it",
            ("body: { includes: [Base], id: Int }", "body: { base: Base, id: Int }")),
        .init(
            "a document of XML has one root", "a type that has the list as a field",
            ("type: [Problem], response: xml", "type: Problems, response: xml"),
            ("types:\n", "types:\n  Problems: { problem: [Problem] }\n")),
        .init(
            "a document of XML has one root", "a type that has the list as a field",
            ("returns: \"[Order]\"", "returns: Orders"),
            ("types:\n", "types:\n  Orders: { order: [Order] }\n")),
        .init(
            "a document of XML has one root", "a type that has the list as a field",
            ("409: \"[Order]\"", "409: Orders"),
            ("types:\n", "types:\n  Orders: { order: [Order] }\n")),
    ]

    private static let pages: [EditByHand] = [
        .init(
            "the place of an operation is a 'URL' or a 'String'", "another member",
            ("parts: [Int]", "parts: String")),
        .init(
            "a member that tells the end is an enum, a text, a whole number or a 'Bool'",
            "another member", ("parts: [Int]", "parts: String")),
        .init(
            "a parameter of the path is a text, a whole number or a 'UUID'", "another member",
            ("parts: [Int]", "parts: String")),
        .init(
            "'by' lists the parameters that tell responses apart", "their names",
            ("fixed, [a]]", "fixed, page]")),
        .init(
            "an offset and a limit are two parameters", "the name of the other one",
            ("start: Int", "start: Int, size: Int"), ("limit: start", "limit: size")),
        .init(
            "a page and a limit are two parameters", "the name of the other one",
            ("limit: page", "limit: limit")),
        .init(
            "the items of a page are an array", "another field", ("items: total", "items: items")),
        .init(
            "the number of a list's items or pages is an 'Int'", "another field",
            ("total: note", "total: total")),
        .init("only an object has fields", "another field", ("items.id", "items")),
    ]

    private static let envelope =
        "the payload of an envelope is none of its other members, the error is not the code, and nothing is inside "
        + "the code"

    private static let values: [EditByHand] = [
        .init(
            "a form has fields", "a type with fields",
            (
                "\"[Item]\", sends: application/x-www-form-urlencoded }",
                "Item, sends: application/x-www-form-urlencoded }"
            )),
        .init(
            "a patch has members of an object", "a type with fields",
            ("patch of Level", "patch of Item")),
        .init(
            "a patch has members of an object", "a type with fields",
            ("\"patch of [Item]\"", "patch of Item")),
        .init(
            "the bodies of a service are JSON, forms or XML",
            "it in the endpoints whose body it is", ("\nsends: text/plain\n", "\n")),
        .init(
            "an example is a value of its type 'User'", "a value for it too",
            ("example: { name: a, pin: 7 }", "example: { name: a, other: 1 }")),
        .init(
            "a default is a value of its type 'User'", "a value for it too",
            ("default: { name: a, pin: 5 }", "default: { name: a, other: 1 }")),
        .init(
            "a body includes no object with 'at'", "the object as the body, or as a field of it",
            ("body: { includes: [Pod] }", "body: { pod: Pod }")),
        .init(
            "'at' has at most 16 names", "a type for some of the members between them",
            ("a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q", "a.b.c.d.e.f.g")),
        .init(
            "a default is a value of its type 'Item'", "a value for it too",
            ("{ quantity: 1 }", "{ quantity: 1, sku: tea }")),
        .init(
            "an example is a value of its type 'Order'", "a value for it too",
            ("{ lines: [] }", "{ id: o-1, lines: [] }")),
        .init(
            envelope, "different members", ("error.data, error: error", "data, error: error")),
        .init(
            envelope, "different members",
            ("code: error, payload: data, error", "code: code, payload: data, error")),
        .init(envelope, "different members", ("code: data, payload", "code: code, payload")),
        .init(
            envelope, "different members",
            ("code: error, payload: error.data", "code: error, payload: data")),
        .init(envelope, "different members", ("message: data", "message: text")),
    ]
}
