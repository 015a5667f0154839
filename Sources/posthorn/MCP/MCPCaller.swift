internal import FoundationEssentials
internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornSamples
internal import PosthornSpec

/// Calls endpoints for tools, and makes the results.
struct MCPCaller: Sendable {
    let client: InterpretedService
    let tools: MCPTools
    let scrubber: SecretScrubber

    /// The most characters of a result, and the most bytes of an image.
    private static let textLimit = 200_000
    private static let bytesLimit = 4 << 20
    /// The most elements of a stream.
    private static let elementLimit = 100

    /// How long a call takes by default, or polls an operation; clients wait for a minute.
    static let timeLimit = Duration.seconds(50)
    /// How long a call polls an operation.
    let operationLimit: Duration

    /// Ends a stream whose elements are enough.
    private struct Enough: Error {}

    /// Calls the endpoint of a tool; `nil` if there is no such tool.
    func result(of tool: String, _ arguments: [String: JSONValue]) async -> JSONValue? {
        guard let endpoint = tools.endpoints[tool] else { return nil }
        do {
            let call = try client.call(endpoint.fullName, CallArguments(arguments))
            switch call.delivery {
            case .whole where endpoint.poll != nil: return try await operation(call)
            case .whole: return try whole(await call.send(), call)
            case .stream, .file: return try await stream(call)
            }
        } catch let errors as InterpretationErrors {
            return refusal(errors.description)
        } catch {
            return refusal(
                InterpretedFailure(error).map { text(of: $0, endpoint) }
                    ?? "\(endpoint.fullName): the call was cancelled")
        }
    }

    // MARK: Values

    private func whole(_ response: InterpretedResponse, _ call: InterpretedCall) -> JSONValue {
        let printer = JSONPrinter(hidden: call.hiddenNames)
        var texts: [String] = []
        if call.returnsText, let text = response.value?.string {
            texts.append(text)
        } else if let value = response.ordered {
            texts.append(printer.line(value))
        } else if !response.raw.body.isEmpty {
            return bytes(response.raw.body, type: response.raw.headers[.contentType], call)
        } else {
            texts.append("\(response.raw.status.code) \(response.raw.status.reasonPhrase)")
        }
        if !response.headers.isEmpty {
            texts.append("Header fields: " + printer.line(.value(.object(response.headers))))
        }
        let refused = response.deviations.filter { !$0.isHarmless }
        if !refused.isEmpty {
            let places = refused.map {
                "\($0.path.isEmpty ? "the value" : quoted($0.place)) \($0.rule)"
            }
            texts.append(
                "The response is not as the spec says: " + places.prefix(10).joined(separator: "; ")
            )
        }
        return result(texts)
    }

    /// Returns the result of an operation, or an error with its last state.
    private func operation(_ call: InterpretedCall) async throws -> JSONValue {
        let last = Locked<OrderedJSON?>(nil)
        do throws(InterpretedFailure) {
            let result = try await call.runOperation(limit: operationLimit) { state, _ in
                last.withLock { $0 = state.ordered }
            }
            return whole(result, call)
        } catch {
            guard let state = last.withLock({ $0 }) else { throw error }
            let line = JSONPrinter(hidden: call.hiddenNames).line(state)
            return refusal(
                "\(call.endpoint.fullName): \(error.apiError.message)\nThe last state: \(line)")
        }
    }

    private func stream(_ call: InterpretedCall) async throws -> JSONValue {
        let printer = JSONPrinter(hidden: call.hiddenNames)
        var lines: [String] = []
        var data = Data()
        var type: String?
        do {
            let head = try await call.stream { element in
                switch element {
                case .line(let value, _): lines.append(printer.line(value))
                case .event(let name, _, let value, _):
                    lines.append((name == "message" ? "" : name + " ") + printer.line(value))
                case .bytes(let piece): data += piece
                }
                if lines.count >= Self.elementLimit || data.count > Self.bytesLimit {
                    throw Enough()
                }
            }
            type = head.headers[.contentType]
        } catch is Enough {
            guard data.isEmpty else {
                return refusal(
                    "\(call.endpoint.fullName): a tool returns at most \(Self.bytesLimit) bytes; found more"
                )
            }
            lines.append("The stream has more than \(Self.elementLimit) elements.")
        } catch APIError.timedOut where !lines.isEmpty {
            lines.append("The stream has not ended in time.")
        }
        return data.isEmpty
            ? result([lines.joined(separator: "\n")]) : bytes(data, type: type, call)
    }

    private func bytes(_ data: Data, type: String?, _ call: InterpretedCall) -> JSONValue {
        let mediaType = type.map { String($0.prefix { $0 != ";" }).lowercased() } ?? ""
        let kind = ["image", "audio"].first { mediaType.hasPrefix($0 + "/") }
        if let kind, data.count <= Self.bytesLimit {
            return [
                "content": [
                    [
                        "type": .string(kind), "data": .string(data.base64EncodedString()),
                        "mimeType": .string(mediaType),
                    ]
                ], "isError": false,
            ]
        }
        let shown = HiddenValues(call.hiddenNames, mark: RedactedFields.mark).removed(
            from: data, type)
        if let text = String(validating: shown, as: UTF8.self) { return result([text]) }
        return refusal(
            "\(call.endpoint.fullName): a tool returns text, images and audio; found \(data.count) bytes of "
                + "\(mediaType.isEmpty ? "an unknown type" : oneLine(mediaType)); write 'posthorn call' in a terminal"
        )
    }

    // MARK: Failures

    private func text(of failure: InterpretedFailure, _ endpoint: EndpointSpec) -> String {
        let error = failure.apiError
        let hidden = (try? client.call(endpoint.fullName).hiddenNames) ?? []
        var text =
            "\(endpoint.fullName): " + error.message
            + (error.optionAdvice.map { "; \($0)" } ?? "")
        if case .documented(let name, let response, _) = failure {
            text +=
                "\n\(name)"
                + (response.ordered.map { ": " + JSONPrinter(hidden: hidden).line($0) } ?? "")
        } else if let excerpt = CallOutput.excerpt(of: error.response, hidden) {
            text += "\n" + excerpt
        }
        return text
    }

    private func refusal(_ text: String) -> JSONValue { result([text], isError: true) }

    private func result(_ texts: [String], isError: Bool = false) -> JSONValue {
        let content = texts.map { text -> JSONValue in
            var text = scrubber.scrubbed(text)
            let count = text.count
            if count > Self.textLimit {
                text = text.prefix(Self.textLimit) + "… \(count - Self.textLimit) characters more"
            }
            return ["type": "text", "text": .string(text)]
        }
        return ["content": .array(content), "isError": .bool(isError)]
    }
}
