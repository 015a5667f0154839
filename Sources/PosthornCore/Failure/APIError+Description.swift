extension APIError: RedactedStringConvertible {
    /// The endpoint, stage, cause and advice, without parameter values, header values and bodies.
    public var description: String {
        var text = "\(endpoint) failed while \(stage.rawValue): \(message)" + attemptText
        if let advice { text += "; \(advice)" }
        if let request { text += " [\(request.description)" + (response == nil ? "]" : "") }
        if let response {
            text += request == nil ? " [" : " → "
            text += "\(response.description)]"
        }
        return text
    }

    /// The earlier attempts, and why there was no further one.
    private var attemptText: String {
        var text = ""
        if retryStop == nil, !attempts.isEmpty {
            text += " after failed attempts: \(Self.codes(of: attempts[...]))"
        } else if attempts.count > 1 {
            text += " in attempt \(attempts.count), after \(Self.codes(of: attempts.dropLast()))"
        }
        if let reason = retryStop?.reason { text += "; not retried, because \(reason)" }
        return text
    }

    /// The codes of attempts; four or more equal ones in a row are one code with their number.
    private static func codes(of attempts: ArraySlice<FailedAttempt>) -> String {
        var runs: [(code: String, count: Int)] = []
        for code in attempts.map(\.error.code.rawValue) {
            if runs.last?.code == code {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((code, 1))
            }
        }
        return runs.map {
            $0.count < 4
                ? Array(repeating: $0.code, count: $0.count) : ["\($0.code) (\($0.count) times)"]
        }
        .joined().joined(separator: ", ")
    }

    /// The ``description``, the full URL, the header fields and up to 4,096 bytes of each body.
    ///
    /// - Warning: Contains parameters, credentials and personal data. Do not log it.
    public var expandedDescription: String {
        var parts = [description]
        if let request { parts.append(request.expandedDescription) }
        if let response { parts.append(response.expandedDescription) }
        if let underlying { parts.append("caused by \(underlying)") }
        return parts.joined(separator: "\n")
    }
}

extension APIError.EnvelopeError: RedactedStringConvertible {
    /// The code, without the message, which may contain personal data.
    public var description: String { code.inWords }
}
