import FoundationEssentials

extension Call {
    /// Runs build → authorize → seal → transport → validate, and leaves the body to the reader.
    ///
    /// An unaccepted status reads the body, up to a limit, and is decoded into the failure that the
    /// spec documents for it.
    func open(accepting mediaTypes: [String]) async throws(E.Failure) -> StreamedAnswer {
        var progress = CallProgress()
        do {
            return try await begin(accepting: mediaTypes, &progress)
        } catch {
            throw failure(error, progress)
        }
    }

    /// - Parameter lastEventID: The id of the last event of a connection before; empty if none had one.
    private func begin(
        accepting mediaTypes: [String], after lastEventID: String = "",
        _ progress: inout CallProgress
    ) async throws -> StreamedAnswer {
        let plan = try await resolved().plan(streamed: mediaTypes)
        var request = plan.request
        try await request.authorize(by: service)
        if !lastEventID.isEmpty {
            let field = try HeaderField.make("Last-Event-ID", lastEventID)
            request.headers[field.name] = field.value
        }
        watch?.tell(.built(request))
        progress.enter(.sealing, with: request)
        try await plan.cipher.seal(&request)
        progress.enter(.sending, with: request)
        watch?.tell(.sending(request))
        let stream = try await service.configuration.transport.stream(request.transport)
        var head = ReceivedResponse(stream, policy: plan.policy)
        watch?.tell(.answered(head))
        if !plan.policy.accepts(stream.status) {
            head.body = try await beginning(of: stream.body)
            progress.enter(.validating, with: head)
            try validate(head)
        }
        progress.enter(.validating, with: head)
        try MediaType.require(mediaTypes, ofStream: head)
        watch?.tell(.succeeded(head))
        progress.enter(.sending, with: request)
        return StreamedAnswer(
            head: head, body: watch?.watched(stream.body) ?? stream.body, endpoint: E.name,
            progress: progress, reopen: reopener(accepting: mediaTypes))
    }

    /// Sends the same call once more, for a stream that goes on after its connection has ended.
    private func reopener(accepting mediaTypes: [String]) -> StreamedAnswer.Reopen {
        { [endpoint, service, server] lastEventID throws(APIError) in
            let call = Call(endpoint, of: service, server: server)
            var progress = CallProgress()
            do {
                return try await call.begin(accepting: mediaTypes, after: lastEventID, &progress)
            } catch {
                // A stream throws one type of error: a documented failure is its status there.
                var cause: any Error = error
                if error is E.Failure, !(error is APIError), let response = progress.response {
                    cause = CallFault.status(response)
                }
                let error = progress.error(cause, endpoint: E.name)
                call.watch?.tell(.failed(error))
                throw error
            }
        }
    }

    /// The first mebibyte of a body, or less if it breaks off: the status says more than that.
    private func beginning(of body: ByteStream) async throws -> Data {
        var bytes = Data()
        do {
            for try await piece in body {
                bytes.append(piece.prefix(1_048_576 - bytes.count))
                if bytes.count == 1_048_576 { break }
            }
        } catch  where error.code == .cancelled {
            throw error
        } catch {}
        return bytes
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
    }
}

extension MediaType {
    /// Refuses a stream whose media type fits none of the patterns; one that names none passes.
    static func require(_ patterns: [String], ofStream head: ReceivedResponse) throws {
        guard !patterns.isEmpty, let found = head.mediaType,
            !patterns.contains(where: { matches(found, $0) })
        else { return }
        throw CallFault(
            .unacceptableMediaType,
            "the answer is \(found), and the stream reads " + patterns.joined(separator: ", "),
            advice: "ask the server for it, or let the endpoint return another type")
    }
}
