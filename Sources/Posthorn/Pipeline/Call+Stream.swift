import FoundationEssentials

extension Call {
    /// Runs build → authorize → seal → transport → validate, and leaves the body to the reader.
    ///
    /// An unaccepted status reads the body, up to a limit, and is decoded into the failure that the
    /// spec documents for it.
    func open(accepting mediaTypes: [String]) async throws(E.Failure) -> StreamedAnswer {
        let start = ContinuousClock.now
        var progress = CallProgress()
        do {
            let plan = try plan(streamed: mediaTypes)
            var request = plan.request
            try await request.authorize(by: service)
            progress.enter(.sealing, with: request)
            try await plan.cipher.seal(&request)
            progress.enter(.sending, with: request)
            let stream = try await service.configuration.transport.stream(request.transport)
            var head = ReceivedResponse(stream, policy: plan.policy)
            if !plan.policy.accepts(stream.status) {
                head.body = try await beginning(of: stream.body)
                progress.enter(.validating, with: head)
                try validate(head)
            }
            progress.enter(.validating, with: head)
            try MediaType.require(mediaTypes, ofStream: head)
            log(start, head)
            progress.enter(.sending, with: request)
            return StreamedAnswer(
                head: head, body: stream.body, endpoint: E.name, progress: progress)
        } catch {
            throw failure(error, progress, start)
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
