import FoundationEssentials

extension StoredResponse {
    /// Returns what a request gets of a fresh response, according to its conditions or its range.
    ///
    /// See RFC 9111, section 4.3.2, and RFC 9110, section 14.2. `nil` if only the server can respond.
    func selected(by request: HTTPFields) -> StoredResponse? {
        guard status == .ok else { return self }
        if let condition = request.value(of: .ifNoneMatch) {
            return Self.names(condition, headers.value(of: .eTag)) ? notModified : self
        }
        if request.contains(where: { $0.name == .ifModifiedSince }) {
            guard let since = request.date(of: .ifModifiedSince) else { return self }
            let modified = headers.date(of: .lastModified) ?? headers.date(of: .date) ?? receivedAt
            return modified <= since ? notModified : self
        }
        guard let range = request.value(of: .range) else { return self }
        return part(range)
    }

    /// Whether `If-None-Match` contains a tag, by weak comparison (RFC 9110, section 13.1.2).
    private static func names(_ condition: String, _ tag: String?) -> Bool {
        if condition == "*" { return true }
        guard let tag else { return false }
        var isQuoted = false
        let tags = condition.split(whereSeparator: { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        })
        return tags.contains { text in
            opaque(String(text.trimmingBlanks)) == opaque(tag)
        }
    }

    /// The 304 response for a caller that already has the body (RFC 9110, section 15.4.5).
    private var notModified: StoredResponse {
        var response = self
        response.status = .notModified
        response.body = Data()
        response.trailers = HTTPFields()
        response.bodyIntegrity = .length
        for name in [HTTPField.Name.contentLength, .contentType, .contentEncoding] {
            response.headers[name] = nil
        }
        return response
    }

    /// Returns one range of the body, or `nil` for several ranges, another unit or an unsatisfiable range.
    private func part(_ range: String) -> StoredResponse? {
        let text = range.lowercased()
        guard text.hasPrefix("bytes="), headers[.contentEncoding] == nil, !body.isEmpty else {
            return nil
        }
        let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.isEmpty || Int($0) ?? -1 >= 0 }) else {
            return nil
        }
        let bounds: (Int, Int)
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last): bounds = (first, min(last ?? .max, body.count - 1))
        case (nil, let count?): bounds = (max(0, body.count - count), body.count - 1)
        case (nil, nil): return nil
        }
        guard bounds.0 <= bounds.1 else { return nil }
        var response = self
        response.status = .partialContent
        response.body = Data(body[(body.startIndex + bounds.0)...(body.startIndex + bounds.1)])
        response.bodyIntegrity = .length
        response.headers[.contentRange] = "bytes \(bounds.0)-\(bounds.1)/\(body.count)"
        response.headers[.contentLength] = String(response.body.count)
        return response
    }
}
