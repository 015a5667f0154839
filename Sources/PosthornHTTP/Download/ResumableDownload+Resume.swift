import FoundationEssentials

// Resuming from a partial file.
extension ResumableDownload {
    /// Requests the missing bytes, on condition that the file on the server is unchanged.
    nonisolated(nonsending) func resume(
        _ left: ResumeData, _ part: PartFile,
        by send: Send
    ) async throws(TransportError) -> TransportStream {
        var written = FileProgress(path: left.destinationPath, part: part, total: left.total)
        written.validator = left.validator
        written.count = left.offset
        written.noted = left.offset
        setPartial(written)
        var ranged = current.request
        ranged.headers[.range] = "bytes=\(left.offset)-"
        ranged.headers[.ifRange] = left.validator
        ranged.headers[.acceptEncoding] = "identity"
        do throws(TransportError) {
            if let stream = try await requestMissing(written, left, of: ranged, by: send) {
                return stream
            }
            var whole = current.request
            try whole.limit(to: whole.limits.total, since: current.start)
            return try await ask(whole, by: send)
        } catch {
            abandon()
            throw error
        }
    }

    /// Sends the request for the missing bytes.
    ///
    /// - Returns: `nil` if the partial file can't be completed. The response is then dropped, so that its
    ///   connection is free for the request for the complete file.
    nonisolated(nonsending) private func requestMissing(
        _ written: FileProgress, _ left: ResumeData, of request: TransportRequest, by send: Send
    ) async throws(TransportError) -> TransportStream? {
        var written = written
        var stream = try await send(request)
        switch stream.status.code {
        case 206:
            let count: Int
            do throws(TransportError) {
                count = try check(stream.head, left)
            } catch {
                // Without explicit resume data the caller could not avoid the same error on the next attempt.
                guard options.resumeData == nil else { throw error }
                return nil
            }
            written.total = left.offset + count
            setPartial(written)
            note(stream, as: .missingBytes)
            stream.body = stream.body.measured(count)
            stream.head = whole(stream.head, written.total)
            return stream
        case 416 where isComplete(stream.head, left):
            written.total = left.offset
            setPartial(written)
            note(stream, as: .nothing)
            stream.body = ByteStream(Data())
            stream.head = whole(stream.head, written.total)
            return stream
        case 416: return nil
        default:
            note(stream, as: .wholeFile)
            return stream
        }
    }

    /// Returns whether a 416 response confirms that the partial file is complete and unchanged.
    private func isComplete(_ head: TransportResponse, _ left: ResumeData) -> Bool {
        let total = head.headers[.contentRange].flatMap(ContentRange.init)?.total
        // If the total length was unknown, another version may have the same length as the partial file.
        let tag = head.headers[.eTag] ?? (left.total == nil ? nil : left.validator)
        return total == left.offset && left.total ?? left.offset == left.offset
            && tag == left.validator
    }

    /// Returns the head that a response with the complete file would have had.
    ///
    /// The caller requested the complete file, and the combined parts count as one response (RFC 9110,
    /// section 15.3.7.3).
    func whole(_ head: TransportResponse, _ total: Int?) -> TransportResponse {
        var whole = head
        switch current.content {
        case .wholeFile: return head
        case .missingBytes: whole.headers[.contentRange] = nil
        // The fields of a 416 response describe an error.
        case .nothing: (whole.headers, whole.bodyIntegrity) = (HTTPFields(), .length)
        }
        whole.status = .ok
        whole.headers[.contentLength] = total.map(String.init)
        return whole
    }

    /// Checks that a part contains exactly the missing bytes, and returns their number.
    private func check(_ head: TransportResponse, _ left: ResumeData) throws(TransportError) -> Int
    {
        func require(_ isMet: Bool, _ defect: String) throws(TransportError) {
            guard isMet else { throw .wrongRange(defect) }
        }
        guard let value = head.headers[.contentRange], let range = ContentRange(value) else {
            throw .wrongRange("the server sent a part of the file without a valid Content-Range")
        }
        guard let bytes = range.range, bytes.lowerBound == left.offset else {
            throw .wrongRange(
                "the server sent another part of the file than the one from \(left.offset) on")
        }
        if let total = left.total, let now = range.total {
            try require(total == now, "the file had \(total) bytes and now has \(now)")
        }
        try require(
            head.contentLength ?? bytes.count == bytes.count,
            "the part's length is not what its range says")
        // A server may send less than the requested range (RFC 9110, section 14.2).
        guard let total = range.total ?? left.total else {
            throw .wrongRange("the server sent a part of the file without the file's length")
        }
        try require(bytes.upperBound + 1 == total, "the part does not reach the end of the file")
        // A server that has evaluated If-Range includes the entity tag (RFC 9110, section 15.3.7).
        guard let tag = head.headers[.eTag] else {
            throw .wrongRange("the server sent a part of the file without its version")
        }
        try require(tag == left.validator, "the server sent a part of another version of the file")
        try require(
            head.headers[.contentEncoding]?.lowercased() ?? "identity" == "identity",
            "the part has a content coding")
        return bytes.count
    }
}

extension TransportError {
    static func wrongRange(_ message: String) -> TransportError {
        TransportError(
            .wrongRange, message,
            advice: "download the file again, without resume data and with isResumable = false")
    }

    package static func unexpected(_ status: HTTPResponse.Status) -> TransportError {
        TransportError(
            .unexpectedStatus, "the server responded with \(status.code) instead of the file",
            advice: "send the request by itself to see the response")
    }
}

extension HTTPField.Name {
    package static let ifRange = Self(token: "If-Range")
}
