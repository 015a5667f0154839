internal import PosthornForeign
internal import PosthornSpec

/// Reads a Postman collection of the format 2.1, with the responses that it saves as examples.
struct PostmanReader {
    private var variables: [String: String] = [:]
    private var missing: Set<String> = []

    static func read(_ root: Node, into reader: inout TrafficReader) {
        var collection = PostmanReader()
        for variable in root["variable"]?.list ?? [] {
            guard let key = variable.string("key"), let value = variable.string("value"),
                !value.isEmpty
            else { continue }
            collection.variables[key] = value
            if Secrets.isName(key) { reader.secrets.insert(value) }
        }
        collection.items(root, auth: root["auth"], into: &reader)
    }

    private mutating func items(_ folder: Node, auth: Node?, into reader: inout TrafficReader) {
        for item in folder["item"]?.list ?? [] {
            let own = item["auth"] ?? auth
            if item["item"] != nil {
                items(item, auth: own, into: &reader)
            } else if let request = item["request"] {
                let responses = item["response"]?.list ?? []
                for response in responses {
                    add(response["originalRequest"] ?? request, own, response, &reader)
                }
                if responses.isEmpty { add(request, own, nil, &reader) }
            }
        }
    }

    /// Replaces the variables of a text that have a value.
    private func filled(_ text: String) -> String {
        guard text.contains("{{") else { return text }
        var result = text
        // A value may have variables.
        for _ in 0..<4 {
            for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
                result = result.replacing("{{\(name)}}", with: value)
            }
        }
        return result
    }

    /// Replaces the variables of an address, except those that are whole segments of its path and no version.
    private func filledAddress(_ raw: String) -> String {
        let sides = raw.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let segments = sides[0].split(separator: "/", omittingEmptySubsequences: false)
        let hostCount = sides[0].contains("://") ? 3 : 1
        let path = segments.enumerated().map { index, segment in
            let isVariable =
                index >= hostCount && segment.hasPrefix("{{") && segment.hasSuffix("}}")
                && segment.dropFirst(2).firstRange(of: "{{") == nil
            let text = filled(String(segment))
            let isVersion =
                text.first == "v" && text.count > 1
                && text.dropFirst().allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
            return isVariable && !isVersion ? String(segment) : text
        }
        return path.joined(separator: "/")
            + sides.dropFirst().map { "?" + filled(String($0)) }.joined()
    }

    /// Returns the value of a pair; `nil` if a variable without a value decides it.
    private func value(_ node: Node) -> String? {
        let text = filled(node.string("value") ?? "")
        return text.contains("{{") ? nil : text
    }

    private func pairs(_ node: Node?) -> [Sample.Pair] {
        // Header fields may be one text.
        if let text = node?.string {
            return text.split(whereSeparator: \.isNewline).compactMap { line in
                let sides = line.split(separator: ":", maxSplits: 1)
                return sides.count == 2
                    ? Sample.Pair(name: sides[0].trimmed, value: filled(sides[1].trimmed)) : nil
            }
        }
        return (node?.list ?? []).filter { !$0.isTrue("disabled") }.compactMap { pair in
            pair.string("key").map { Sample.Pair(name: filled($0), value: value(pair)) }
        }
    }

    private mutating func add(
        _ request: Node, _ auth: Node?, _ response: Node?, _ reader: inout TrafficReader
    ) {
        let node = request["url"] ?? request
        guard let raw = request.string ?? node.string ?? node.string("raw") ?? Self.address(node)
        else {
            reader.note(request, "the request has no URL; it is ignored")
            return
        }
        var text = filledAddress(raw)
        if text.hasPrefix("{{"), let end = text.firstRange(of: "}}") {
            let name = String(text[..<end.lowerBound].dropFirst(2))
            if missing.insert(name).inserted {
                reader.note(
                    node,
                    "the variable '\(name)' has no value, so the spec has no server; give it one in the collection"
                )
            }
            text = "https://\(Inference.unknownHost)" + text[end.upperBound...]
        } else if !text.contains("://") {
            text = "https://" + text
        }
        guard var url = TrafficURL(text) else {
            reader.note(node, "the URL is none of HTTP; the request is ignored")
            return
        }
        guard url.fitsSpec else {
            reader.note(node, "the URL has a longer path; \(TrafficURL.rule); it is ignored")
            return
        }
        for index in url.path.indices {
            let part = url.path[index].text
            if part.hasPrefix(":") {
                url.path[index].variable = String(part.dropFirst())
            } else if part.hasPrefix("{{"), part.hasSuffix("}}") {
                url.path[index].variable = String(part.dropFirst(2).dropLast(2))
            }
        }
        if node["query"] != nil { url.query = pairs(node["query"]) }
        url.query = url.query.map { pair in
            pair.value?.contains("{{") == true ? Sample.Pair(name: pair.name, value: nil) : pair
        }
        var sample = Sample(method: request.string("method")?.uppercased() ?? "GET", url: url)
        sample.headers = pairs(request["header"])
        credential(request["auth"] ?? auth, &sample, &reader)
        if let body = request["body"] { sample.body = self.body(body, sample, &reader) }
        if let response, let status = response["code"]?.integer {
            let headers = pairs(response["header"])
            let type = headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
            var result = Sample.Response(status: status, headers: headers)
            result.mediaType = type.prefix { $0 != ";" }.trimmed.lowercased()
            if let text = response.string("body") {
                let shown = type.isEmpty && response.string("_postman_previewlanguage") == "json"
                result.body = BodyReader.read(text, shown ? "application/json" : type) {
                    reader.note(response, "response: \($0)")
                }
            }
            sample.response = result
        }
        reader.add(sample)
    }

    private func body(
        _ body: Node, _ sample: Sample, _ reader: inout TrafficReader
    ) -> Sample.Body? {
        switch body.string("mode") {
        case "urlencoded": return .form(pairs(body["urlencoded"]))
        case "formdata":
            return .multipart(
                (body["formdata"]?.list ?? []).filter { !$0.isTrue("disabled") }.compactMap {
                    part in
                    part.string("key").map {
                        Sample.Pair(
                            name: $0, value: part.string("type") == "file" ? nil : value(part) ?? ""
                        )
                    }
                })
        case "raw":
            let language = body["options"]?["raw"]?.string("language")
            let type =
                language == "json"
                ? "application/json" : sample.header("content-type").first ?? ""
            let text = filled(body.string("raw") ?? "")
            return BodyReader.read(text, type) { problem in
                let unknown = text.components(between: "{{").dropFirst().compactMap { part in
                    part.firstRange(of: "}}").map { part[..<$0.lowerBound] }
                }
                reader.note(
                    body,
                    unknown.first.map {
                        "request: the variable '\($0)' has no value, so the body is no JSON; it is ignored"
                    } ?? "request: \(problem)")
            }
        case "graphql": return body["graphql"].map { .json(graphQL($0)) }
        case "file": return .bytes("application/octet-stream")
        default: return nil
        }
    }

    /// Returns the JSON of a request of GraphQL, whose variables are JSON in a text.
    private func graphQL(_ node: Node) -> Node {
        var members: [(String, Node)] = []
        for (name, value) in node.entries {
            guard name == "variables", let text = value.string else {
                members.append((name, value))
                continue
            }
            if let variables = try? JSONScanner.read(Array(filled(text).utf8), file: value.file) {
                members.append((name, variables))
            }
        }
        return Node(at: node, members)
    }

    /// Returns the URL of an object with a host and a path in parts.
    private static func address(_ url: Node) -> String? {
        func joined(_ key: String, _ separator: String) -> String? {
            if let text = url.string(key) { return text }
            let parts = url[key]?.list.compactMap { $0.string ?? $0.string("value") } ?? []
            return parts.isEmpty ? nil : parts.joined(separator: separator)
        }
        guard let host = joined("host", ".") else { return nil }
        let scheme = url.string("protocol").map { $0 + "://" } ?? ""
        let port = url.string("port").map { ":" + $0 } ?? ""
        let path = joined("path", "/") ?? ""
        return scheme + host + port + (path.hasPrefix("/") || path.isEmpty ? "" : "/") + path
    }

    /// Adds the credential of a request, and remembers its secrets.
    private func credential(
        _ auth: Node?, _ sample: inout Sample, _ reader: inout TrafficReader
    ) {
        guard let auth, let type = auth.string("type"), type != "noauth" else { return }
        var values: [String: String] = [:]
        for pair in auth[type]?.list ?? [] {
            values[pair.string("key") ?? ""] = filled(pair.string("value") ?? "")
        }
        // Older collections have an object.
        for (key, value) in auth[type]?.entries ?? [] { values[key] = filled(value.string ?? "") }
        for (key, value) in values where !["key", "in", "username"].contains(key) {
            if value.count > 5 { reader.secrets.insert(value) }
        }
        func header(_ name: String, _ value: String) {
            if sample.header(name.lowercased()).isEmpty {
                sample.headers.append(Sample.Pair(name: name, value: value))
            }
        }
        switch type {
        case "bearer", "oauth2", "jwt": header("Authorization", "Bearer ")
        case "basic": header("Authorization", "Basic ")
        case "digest": header("Authorization", "Digest ")
        case "apikey":
            let name = values["key"] ?? "X-API-Key"
            if values["in"] == "query" {
                sample.url.query.append(Sample.Pair(name: name, value: nil))
                sample.keys.insert(name)
            } else {
                header(name, "")
                sample.keys.insert(name.lowercased())
            }
        default: break
        }
    }
}
