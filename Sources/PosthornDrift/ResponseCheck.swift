internal import FoundationEssentials
package import PosthornCore
package import PosthornSamples
package import PosthornSpec

/// A comparison of responses with the endpoints of a spec.
package struct ResponseCheck: Sendable {
    package let service: ServiceSpec
    package let table: TypeTable
    let checker: ValueChecker

    package init(_ document: SpecDocument) {
        service = document.service
        table = TypeTable(document)
        var checker = ValueChecker(table, .response)
        checker.usesGeneralPaths = true
        self.checker = checker
    }

    /// Returns the differences of a response, opened and decompressed, from what its endpoint documents.
    ///
    /// - Parameter census: Counts the members of the response.
    package func drifts(
        of response: TransportResponse, from endpoint: EndpointSpec,
        counting census: inout MemberCensus
    ) -> [Drift] {
        let json = hasBody(response, endpoint) ? Self.json(of: response, endpoint) : nil
        let status = response.status.code
        switch ExpectedResponse.find(status, json, endpoint, service) {
        case .undocumentedStatus: return [undocumentedStatus(status, endpoint)]
        case .undocumentedCode(let code): return [undocumentedCode(code, status, endpoint)]
        case .documented(let expected):
            var found = headerDrifts(of: response, from: expected)
            if hasBody(response, endpoint) {
                found += bodyDrifts(of: response, json, from: expected, endpoint, &census)
            }
            return found
        }
    }

    /// Returns the differences of an element of a stream, and counts its members.
    package func drifts(
        ofElement value: JSONValue, _ type: TypeExpression, counting census: inout MemberCensus
    ) -> [Drift] {
        census.count(value, type, table, at: "200 body[]")
        return checker.deviations(of: value, from: type).map { drift($0, 200, at: "body[]") }
    }

    private func hasBody(_ response: TransportResponse, _ endpoint: EndpointSpec) -> Bool {
        !response.isHead && endpoint.method.rawValue != "HEAD"
            && ![204, 205, 304].contains(response.status.code)
    }

    private static func json(
        of response: TransportResponse, _ endpoint: EndpointSpec
    ) -> JSONValue? {
        guard isJSON(response.mediaType, endpoint) else { return nil }
        return try? JSONValue(document: response.body, depth: 512)
    }

    private static func isJSON(_ mediaType: String?, _ endpoint: EndpointSpec) -> Bool {
        guard let mediaType else { return true }
        return ["application/json", "text/json"].contains(mediaType)
            || mediaType.hasSuffix("+json")
            || endpoint.accepts.contains { MediaType.matches(mediaType, $0) }
    }

    // MARK: Statuses and codes

    private func undocumentedStatus(_ status: Int, _ endpoint: EndpointSpec) -> Drift {
        var listed: [String]
        if case .statuses(let statuses) = endpoint.output {
            listed = statuses.map { String($0.status) }
        } else {
            listed = ["2xx"]
        }
        listed += endpoint.errors.map(\.condition.text)
        return Drift(
            .undocumentedStatus, status, "status", expected: listed.joined(separator: ", "),
            found: "status \(status)")
    }

    private func undocumentedCode(
        _ code: JSONValue?, _ status: Int, _ endpoint: EndpointSpec
    ) -> Drift {
        let success = service.envelope?.success.map { ErrorSpec.Condition.code($0).text } ?? []
        let listed = success + endpoint.errors.map(\.condition.text)
        let text: String? =
            switch code {
            case .number(let number): number.text
            case .bool(let bool): String(bool)
            case .string(let text): String(text.prefix(60))
            default: nil
            }
        return Drift(
            .undocumentedCode, status, "code", expected: listed.joined(separator: ", "),
            found: text.map { "code \($0)" } ?? "failure without a code")
    }

    // MARK: Header fields

    private func headerDrifts(
        of response: TransportResponse, from expected: ExpectedResponse
    ) -> [Drift] {
        let status = response.status.code
        var found: [Drift] = []
        if expected.isTagged, response.headers[.eTag] == nil {
            found.append(
                Drift(
                    .missingHeader, status, "header ETag", expected: "an entity tag",
                    found: "nothing"))
        }
        for field in expected.headers where field.prefix == nil {
            let place = "header \(field.wireName)"
            guard let name = HTTPField.Name(field.wireName), let text = response.headers[name]
            else {
                if !field.isOptional, field.defaultValue == nil {
                    found.append(
                        Drift(
                            .missingHeader, status, place, expected: "\(field.type)",
                            found: "nothing"))
                }
                continue
            }
            guard let wrong = checker.deviations(ofText: text, from: field).first else { continue }
            found.append(
                Drift(.headerValue, status, place, expected: wrong.expected, found: "another text"))
        }
        return found
    }

    // MARK: Bodies

    private func bodyDrifts(
        of response: TransportResponse, _ json: JSONValue?, from expected: ExpectedResponse,
        _ endpoint: EndpointSpec, _ census: inout MemberCensus
    ) -> [Drift] {
        let status = response.status.code
        guard let type = expected.type else {
            return expected.isStream ? [] : mediaTypeDrift(of: response, endpoint, isJSON: false)
        }
        guard !expected.isRaw else {
            return mediaTypeDrift(of: response, endpoint, isJSON: false)
        }
        if response.body.isEmpty {
            guard !table.unwrapped(type).isNullable else { return [] }
            return [
                Drift(.unreadableBody, status, "body", expected: "\(type)", found: "empty")
            ]
        }
        let other = mediaTypeDrift(of: response, endpoint, isJSON: true)
        guard other.isEmpty else { return other }
        guard let json else {
            return [
                Drift(.unreadableBody, status, "body", expected: "JSON", found: "no JSON")
            ]
        }
        return expected.payloads.map { path in
            var own = MemberCensus()
            let drifts = payloadDrifts(of: json, path, type, expected, status, &own)
            return (drifts, own)
        }.min { left, right in
            left.0.count { !$0.isHarmless } < right.0.count { !$0.isHarmless }
        }.map { drifts, own in
            census.merge(own)
            return drifts
        } ?? []
    }

    private func payloadDrifts(
        of json: JSONValue, _ path: [String], _ type: TypeExpression,
        _ expected: ExpectedResponse, _ status: Int, _ census: inout MemberCensus
    ) -> [Drift] {
        let place = (["body"] + path).joined(separator: ".")
        guard let payload = json.value(at: path) else {
            guard !table.unwrapped(type).isNullable else { return [] }
            return [Drift(.missingMember, status, place, expected: "\(type)", found: "nothing")]
        }
        census.count(payload, type, table, at: "\(status) \(place)")
        return checker.deviations(of: payload, from: type).map { deviation in
            var drift = drift(deviation, status, at: place)
            // Elements of a lossy list that can't be read are left out.
            if expected.isLossy, !deviation.path.isEmpty { drift.isHarmless = true }
            return drift
        }
    }

    private func drift(_ deviation: Deviation, _ status: Int, at place: String) -> Drift {
        let kind: Drift.Kind =
            switch deviation.kind {
            case .unknownMember: .unknownMember
            case .missingMember: .missingMember
            case .wrongType: .wrongType
            case .unknownValue: .unknownValue
            case .null: .null
            case .limit: .limit
            }
        return Drift(
            kind, status, Deviation.text(of: deviation.path, after: place),
            expected: deviation.expected,
            found: deviation.found, isHarmless: deviation.isHarmless, value: deviation.value)
    }

    private func mediaTypeDrift(
        of response: TransportResponse, _ endpoint: EndpointSpec, isJSON: Bool
    ) -> [Drift] {
        guard let mediaType = response.mediaType, !response.body.isEmpty,
            (200..<300).contains(response.status.code) || isJSON
        else { return [] }
        let accepted = endpoint.accepts
        let fits =
            isJSON
            ? Self.isJSON(mediaType, endpoint)
            : accepted.isEmpty || accepted.contains { MediaType.matches(mediaType, $0) }
        guard !fits else { return [] }
        return [
            Drift(
                .mediaType, response.status.code, "media type",
                expected: accepted.isEmpty ? "application/json" : accepted.joined(separator: ", "),
                found: mediaType)
        ]
    }
}
