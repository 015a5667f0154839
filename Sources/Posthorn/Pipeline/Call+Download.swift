extension Call {
    /// Runs a call whose answer becomes a file.
    ///
    /// The transport writes the file if it can, so that it can go on with what an earlier call left.
    func download(to destination: String) async throws(E.Failure) -> DownloadedFile {
        var progress = CallProgress()
        var outgoing: Outgoing
        do {
            outgoing = try await self.outgoing(accepting: [], &progress)
        } catch {
            throw failure(error, progress)
        }
        let transport = service.configuration.transport
        if outgoing.isPlainGet, let transport = transport as? any DownloadingTransport {
            return try await download(outgoing, over: transport, to: destination, progress)
        }
        let answer: StreamedAnswer
        do {
            let stream = try await stream(of: &outgoing, &progress)
            answer = try await self.answer(stream, to: outgoing, accepting: [], &progress)
        } catch {
            throw failure(error, progress)
        }
        do {
            let count = try await answer.body.write(to: destination)
            return DownloadedFile(
                path: destination, count: count, status: answer.head.status,
                headers: answer.head.headers, completeness: answer.head.completeness)
        } catch {
            throw .other(answer.failure(error))
        }
    }

    private func download(
        _ outgoing: Outgoing, over transport: any DownloadingTransport, to destination: String,
        _ progress: CallProgress
    ) async throws(E.Failure) -> DownloadedFile {
        let seen = Locked(SeenAnswer(progress: progress))
        // Observers hear of a failure before they hear that its stream was dropped, and of both before
        // the caller does; the transport may hold the closure for longer.
        defer { _ = seen.withLock { $0.body.take() } }
        do {
            return try await transport.download(outgoing.sent, to: destination) {
                stream throws(TransportError) in
                try await validated(stream, of: outgoing, seen)
            }
        } catch {
            var (cause, progress) = seen.withLock { ($0.refusal ?? error, $0.progress) }
            guard cause is RefusedCredential else { throw failure(cause, progress) }
            let again: Outgoing
            do {
                again = try await renewed(outgoing, &progress)
            } catch {
                throw failure(error, progress)
            }
            return try await download(again, over: transport, to: destination, progress)
        }
    }

    /// The body of an answer that becomes the file, as its stream would be read.
    private func validated(
        _ stream: TransportStream, of outgoing: Outgoing, _ seen: Locked<SeenAnswer>
    ) async throws(TransportError) -> ByteStream {
        var progress = seen.withLock { $0.progress }
        do {
            guard !outgoing.isToBeRenewed(after: stream) else {
                progress.enter(
                    .validating, with: ReceivedResponse(stream, policy: outgoing.plan.policy))
                throw RefusedCredential()
            }
            let answer = try await self.answer(stream, to: outgoing, accepting: [], &progress)
            seen.withLock { [progress] seen in
                seen.progress = progress
                seen.body = answer.body
            }
            return answer.body
        } catch {
            seen.withLock { [progress] seen in
                seen.progress = progress
                seen.refusal = error
            }
            if let error = error as? TransportError { throw error }
            if error is CancellationError {
                throw TransportError(.cancelled, "the call was cancelled")
            }
            throw TransportError(
                .unexpectedStatus,
                "the call does not take an answer of status \(stream.status.code) for the file",
                advice: "see the call's own error")
        }
    }
}

/// The server has refused the call's credential, and the call is going to be repeated with another one.
private struct RefusedCredential: Error {}

/// What a call knows of an answer that its transport writes to a file.
private struct SeenAnswer: Sendable {
    var progress: CallProgress
    var body: ByteStream?
    /// Why the answer is none for the file: an error of the call, which no transport can carry.
    var refusal: (any Error)?
}

extension ByteStream {
    /// Writes all pieces to a file, by way of a partial one beside it.
    fileprivate func write(to destination: String) async throws -> Int {
        let file = try PartFile(beside: destination)
        file.forgetEarlier()
        do {
            var count = 0
            for try await piece in self {
                try file.write(piece)
                count += piece.count
            }
            try file.finish(to: destination)
            return count
        } catch {
            file.discard()
            throw error
        }
    }
}
