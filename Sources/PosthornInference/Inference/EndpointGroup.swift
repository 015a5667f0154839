internal import PosthornSpec

/// The samples of one method and one path.
struct EndpointGroup {
    /// A parameter, a member of a form, or a part.
    typealias Field = (name: String, shape: Shape, isOptional: Bool)

    /// A variable of the path.
    struct Variable {
        var name: String
        var shape: Shape
    }

    var method: String
    /// The literals of the path; `nil` for variables.
    var segments: [String?]
    var variables: [Variable] = []
    var endsInSlash: Bool
    var samples: [Sample]
    var credentials: Set<CredentialPlace> = []
    var isIdempotent = false
    var name = ""

    /// The path with the names of its variables.
    var path: String {
        var index = 0
        let parts = segments.map { segment in
            if let segment { return segment }
            index += 1
            return "{\(variables[index - 1].name)}"
        }
        return "/" + parts.joined(separator: "/") + (endsInSlash && !parts.isEmpty ? "/" : "")
    }

    init(
        method: String, template: [(literal: String?, name: String?)], samples: [Sample], base: Int,
        secrets: inout Set<String>
    ) {
        (self.method, self.samples) = (method, samples)
        segments = template.dropFirst(base).map(\.literal)
        endsInSlash = samples.allSatisfy(\.url.endsInSlash)
        var previous: String?
        var taken: Set<String> = []
        let isOnly = template.count { $0.literal == nil } == 1
        for (index, part) in template.enumerated() {
            guard part.literal == nil else {
                previous = part.literal
                continue
            }
            var shape: Shape?
            for sample in samples {
                let segment = sample.url.path[index]
                let one = Shape(text: segment.variable == nil ? segment.text : nil, name: "")
                shape = shape.map { $0.merged(with: one) } ?? one
            }
            let base =
                part.name.flatMap(NearName.member)
                ?? (isOnly || previous == nil
                    ? "id"
                    : NearName.member(Noun.singular(previous ?? "")).map { $0 + "ID" } ?? "id")
            variables.append(Variable(name: taken.insertUnique(base), shape: shape ?? Shape()))
        }
        let authorized = samples.filter { ![401, 403].contains($0.response?.status ?? 0) }
        var all: [Set<CredentialPlace>] = []
        for sample in authorized.isEmpty ? samples : authorized {
            all.append(CredentialPlace.all(of: sample, secrets: &secrets))
        }
        credentials = all.dropFirst().reduce(all.first ?? []) { $0.intersection($1) }
        isIdempotent = samples.allSatisfy { !$0.header("idempotency-key").isEmpty }
    }

    /// Returns what is known of named texts, of which each sample has some.
    static func fields(_ samples: [[Sample.Pair]]) -> [Field] {
        var known: [String: (shape: Shape, place: Int)] = [:]
        for pairs in samples {
            var groups: [String: [Shape]] = [:]
            var places: [String: Int] = [:]
            // A name that is data, such as a number against caches, is none of a parameter.
            for (index, pair) in pairs.enumerated() where !Secrets.isDataKey(pair.name) {
                groups[pair.name, default: []].append(Shape(text: pair.value, name: pair.name))
                places[pair.name] = min(places[pair.name] ?? index, index)
            }
            for (name, shapes) in groups {
                let isList = shapes.count > 1 || name.hasSuffix("[]")
                let shape = isList ? Shape(repeating: shapes) : shapes[0]
                let place = places[name] ?? 0
                if let old = known[name] {
                    known[name] = (old.shape.merged(with: shape), min(old.place, place))
                } else {
                    known[name] = (shape, place)
                }
            }
        }
        return known.sorted { ($0.value.place, $0.key) < ($1.value.place, $1.key) }.map {
            ($0.key, $0.value.shape, $0.value.shape.count < samples.count)
        }
    }

    var query: [Field] {
        Self.fields(
            samples.map { sample in
                sample.url.query.filter {
                    !CredentialPlace.isQueryKey($0) && !sample.keys.contains($0.name)
                }
            })
    }

    /// Returns the header fields that are no matter of the client's.
    static func headers(of sample: Sample) -> [Sample.Pair] {
        var seen: Set<String> = []
        return sample.headers.filter { pair in
            let name = pair.name.lowercased()
            guard isToken(name), name.hasPrefix("x-") || isOwn(name), !hidden.contains(name),
                !name.hasPrefix("x-forwarded"), !CredentialPlace.isKey(name),
                !sample.keys.contains(name)
            else { return false }
            return seen.insert(name).inserted
        }
        .map { Sample.Pair(name: CredentialPlace.canonical($0.name), value: $0.value) }
        .sorted { $0.name < $1.name }
    }

    private static func isOwn(_ name: String) -> Bool {
        !name.hasPrefix(":") && !name.hasPrefix("sec-") && !name.hasPrefix("accept")
            && !name.hasPrefix("content-") && !name.hasPrefix("access-control")
            && !name.hasPrefix("proxy-") && !name.hasPrefix("if-") && !name.hasPrefix("cf-")
    }

    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0.isWord || $0 == 0x2D || $0 == 0x5F }
    }

    private static let hidden: Set<String> = [
        "host", "connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade",
        "expect", "date", "user-agent", "referer", "origin", "cookie", "authorization", "dnt",
        "cache-control", "pragma", "priority", "range", "via", "from", "forwarded", "x-real-ip",
        "upgrade-insecure-requests", "x-requested-with", "traceparent", "tracestate",
        "x-request-id", "x-correlation-id", "idempotency-key", "postman-token", "save-data",
        "downlink", "rtt", "ect", "device-memory", "x-client-data", "max-forwards", "baggage",
    ]

    var hasBody: Bool { !["GET", "HEAD", "OPTIONS"].contains(method) }
}
