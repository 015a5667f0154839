import FoundationEssentials

extension Call {
    /// Runs build → authorize → seal → transport → validate, and leaves the body to the reader.
    ///
    /// An unaccepted status reads the body, up to a limit, and is decoded into the failure that the
    /// spec documents for it.
    func open(accepting mediaTypes: [String]) async throws(E.Failure) -> StreamedAnswer {
        var progress = CallProgress()
        do {
            return try await begin(accepting: mediaTypes, after: nil, &progress)
        } catch {
            throw failure(error, progress)
        }
    }

    /// - Parameter past: The connection before; `nil` for the first one.
    private func begin(
        accepting mediaTypes: [String], after past: Past?, _ progress: inout CallProgress
    ) async throws -> StreamedAnswer {
        var outgoing = try await outgoing(accepting: mediaTypes, after: past, &progress)
        let stream = try await stream(of: &outgoing, &progress)
        return try await answer(stream, to: outgoing, accepting: mediaTypes, &progress)
    }

    /// A request that is sealed and about to be sent, for an answer that is a stream.
    struct Outgoing: Sendable {
        let plan: Plan
        let request: BuiltRequest
        /// What the transport gets.
        let sent: TransportRequest
        /// What it carries, unless it is sent for the second time; `nil` too if that can't be had anew.
        let credential: SentCredential?
        let deadline: ContinuousClock.Instant?

        var isSealed: Bool { !(plan.cipher is PlaintextCipher) }
        /// Whether a transport can ask for the rest of the answer by itself.
        var isPlainGet: Bool { !isSealed && sent.method == .get && sent.body == nil }
    }

    /// Builds and seals the request.
    /// - Parameter past: The connection before; `nil` for the first one.
    func outgoing(
        accepting mediaTypes: [String], after past: Past? = nil, _ progress: inout CallProgress
    ) async throws -> Outgoing {
        var plan = try await resolved().plan(streamed: mediaTypes)
        var deadline = plan.request.timeouts.total.flatMap {
            $0 > .zero ? ContinuousClock.now + $0 : nil
        }
        if let past { deadline = past.apply(to: &plan.request) }
        var credential = try await plan.request.authorize(by: service)
        credential?.deadline = deadline
        watch?.tell(.built(plan.request))
        return try await sealed(plan, carrying: credential, until: deadline, &progress)
    }

    /// Seals the request of a plan.
    func sealed(
        _ plan: Plan, carrying credential: SentCredential?,
        until deadline: ContinuousClock.Instant?,
        _ progress: inout CallProgress
    ) async throws -> Outgoing {
        var request = plan.request
        progress.enter(.sealing, with: request)
        try await plan.cipher.seal(&request)
        progress.enter(.sending, with: request)
        watch?.tell(.sending(request))
        var sent = request.transport
        if !(plan.cipher is PlaintextCipher) {
            // What was sealed is for its own path, and as it is.
            sent.redirects = .never
            sent.answersChallenges = false
            sent.compressesBody = false
        }
        return Outgoing(
            plan: plan, request: request, sent: watch?.watched(sent) ?? sent,
            credential: credential, deadline: deadline)
    }

    /// Opens and validates an answer whose head has come.
    func answer(
        _ stream: TransportStream, to outgoing: Outgoing, accepting mediaTypes: [String],
        _ progress: inout CallProgress
    ) async throws -> StreamedAnswer {
        let (plan, request) = (outgoing.plan, outgoing.request)
        var head = ReceivedResponse(stream, policy: plan.policy)
        head.lowerPolicies = plan.lowerPolicies
        progress.enter(.opening, with: head)
        let body = try await plan.cipher.opened(stream.body, of: &head, to: request)
        watch?.tell(.answered(head))
        if !plan.policy.accepts(stream.status) {
            head.body = try await beginning(of: body)
            progress.enter(.validating, with: head)
            try validate(head, progress)
        }
        progress.enter(.validating, with: head)
        try MediaType.require(mediaTypes, ofStream: head)
        watch?.tell(.succeeded(head))
        progress.enter(.sending, with: request)
        return StreamedAnswer(
            head: head, body: watch?.watched(body) ?? body, endpoint: E.name,
            progress: progress, watch: watch, deadline: outgoing.deadline,
            reopen: reopener(
                accepting: mediaTypes, key: request.headers[.idempotencyKey],
                until: outgoing.deadline))
    }

    /// Sends the same call once more, for a stream that goes on after its connection has ended.
    private func reopener(
        accepting mediaTypes: [String], key: String?, until deadline: ContinuousClock.Instant?
    ) -> StreamedAnswer.Reopen {
        { [self] lastEventID throws(APIError) in
            let past = Past(lastEventID: lastEventID, idempotencyKey: key, deadline: deadline)
            var progress = CallProgress()
            do {
                return try await begin(accepting: mediaTypes, after: past, &progress)
            } catch {
                // A stream throws one type of error: a documented failure is its status there.
                var cause: any Error = error
                if error is E.Failure, !(error is APIError), let response = progress.response {
                    cause = APIError.Cause.status(response)
                }
                throw progress.error(cause, endpoint: E.name)
            }
        }
    }

    /// How a body breaks off on its way.
    private static var endsOfConnections: Set<TransportError.Code> {
        [
            .connectionLost, .truncated, .timedOut, .tlsFailed, .malformedResponse, .limitExceeded,
            .badContentCoding,
        ]
    }

    /// The first mebibyte of a body, or less if it breaks off: the status says more than that.
    private func beginning(of body: ByteStream) async throws -> Data {
        var bytes = Data()
        do {
            for try await piece in body {
                bytes.append(piece.prefix(1_048_576 - bytes.count))
                if bytes.count == 1_048_576 { break }
            }
        } catch  where !Self.endsOfConnections.contains(error.code) {
            // Cancelled, or a cipher that refuses what came: that is no answer of the server.
            throw error
        } catch {}
        return bytes
    }
}

/// What a call that is sent again has of the connection before.
struct Past {
    /// The id of the last event; empty if none had one.
    var lastEventID: String
    var idempotencyKey: String?
    var deadline: ContinuousClock.Instant?

    /// Makes of a new request the same call going on, and gives its deadline.
    func apply(to request: inout BuiltRequest) -> ContinuousClock.Instant? {
        let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
        let scalars = lastEventID.unicodeScalars
        let end = scalars.lastIndex { !isBlank($0) }.map { scalars.index(after: $0) }
        let id = String(scalars[..<(end ?? scalars.startIndex)].drop(while: isBlank))
        // The standard lets an id be what no field can hold; such a one is not sent.
        if !id.isEmpty, let field = try? HeaderField.make("Last-Event-ID", id) {
            request.headers[field.name] = field.value
        }
        if let idempotencyKey { request.headers[.idempotencyKey] = idempotencyKey }
        if let deadline {
            // Zero would be no limit.
            request.timeouts.total = max(.milliseconds(1), deadline - ContinuousClock.now)
        }
        return deadline
    }
}

extension StreamedAnswer {
    /// Refuses to send the call again if that might do its work twice, or if there is no time left.
    func checkRepeat(after pause: Duration) throws {
        guard let request = progress.request else { return }
        guard
            request.method == .get || request.method == .head
                || request.headers[.idempotencyKey] != nil
        else {
            throw APIError.Cause(
                .transport(.notRepeated),
                "the connection has ended, and a \(request.method.rawValue) is not sent again",
                advice: "leave `reconnection` nil, or give the call an Idempotency-Key")
        }
        guard hasTime(after: pause) else {
            throw APIError.Cause(
                .timedOut, "the time of the whole call is over before the next connection",
                advice: "give the call no `total` time, or a longer one")
        }
    }
}

extension ReceivedResponse {
    /// The head of an answer whose body is still to come.
    init(_ stream: TransportStream, policy: any ResponsePolicy) {
        self.init(
            TransportResponse(
                status: stream.status, headers: stream.headers,
                completeness: stream.completeness, redirects: stream.redirects),
            policy: policy)
        isSubstitute = stream.isSubstitute
    }
}

extension MediaType {
    /// Refuses a stream whose media type fits none of the patterns; one that names none passes.
    static func require(_ patterns: [String], ofStream head: ReceivedResponse) throws {
        guard !patterns.isEmpty, let found = head.mediaType,
            !patterns.contains(where: { matches(found, $0) })
        else { return }
        throw APIError.Cause(
            .unacceptableMediaType,
            "the answer is \(found), and the stream reads " + patterns.joined(separator: ", "),
            advice: "ask the server for it, or let the endpoint return another type")
    }
}
