import FoundationEssentials
public import PosthornCore

/// A transport without sockets that responds from a recording.
///
/// ```swift
/// let replay = ReplayTransport(try HTTPRecording(contentsOf: file))
/// let products = try await shop.over(replay).listProducts()
/// ```
///
/// A request takes the first exchange with its method and URL that is not used up. A typed call takes only an
/// exchange of its own endpoint, if the recording names endpoints. The order of query items does not matter, and
/// redacted values match any value. Failed exchanges fail again with the same code. A stream is delivered in one
/// piece. Redirects are not followed, because the recorder has the last response.
///
/// You can use a replayer from any number of tasks.
public final class ReplayTransport: Transport {
    private let exchanges: [RecordedExchange]
    private let matchesBody: Bool
    private let matchedHeaders: [HTTPField.Name]
    private let repeats: Bool
    private let uses: Locked<[Int]>

    /// Creates a replayer.
    ///
    /// - Parameters:
    ///   - recording: The exchanges.
    ///   - matchingBody: Whether the bodies must be equal: JSON by value, others byte by byte. The default is
    ///     `false`.
    ///   - matchingHeaders: The header fields that must be equal; none by default.
    ///   - repeats: Whether the last exchange that matches a request responds to any number of further ones.
    ///     With `false`, the default, each exchange responds once.
    public init(
        _ recording: HTTPRecording, matchingBody: Bool = false,
        matchingHeaders: [HTTPField.Name] = [], repeats: Bool = false
    ) {
        exchanges = recording.exchanges
        matchesBody = matchingBody
        matchedHeaders = matchingHeaders
        self.repeats = repeats
        uses = Locked(Array(repeating: 0, count: recording.exchanges.count))
    }

    /// The exchanges that have responded to no request so far.
    public var unused: [RecordedExchange] {
        zip(exchanges, uses.withLock { $0 }).filter { $0.1 == 0 }.map(\.0)
    }

    /// Returns the recorded response.
    ///
    /// - Throws: The recorded failure; `unexpectedRequest`, which names the nearest exchange, if none matches;
    ///   `invalidRequest` for a URL that a session refuses, `bodyFailed`, or `cancelled`.
    public func send(
        _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
        guard !Task.isCancelled else { throw .stubCancelled }
        var request = request
        request.url = try HTTPURL.sendable(request.url)
        let received = try await StubRequest(request)
        let secrets = request.details?.hidden ?? []
        let differences = exchanges.map {
            RecordedDifference(
                of: received, request.endpoint, to: $0, matchesBody, matchedHeaders, secrets)
        }
        guard let index = take(differences) else { throw unexpected(received, differences) }
        let exchange = exchanges[index]
        if let failure = exchange.failure { throw failure }
        return TransportResponse(
            status: exchange.status ?? .ok, headers: exchange.responseHeaders,
            body: exchange.responseBody)
    }

    /// Returns the index of the exchange that responds, and counts its use.
    private func take(_ differences: [RecordedDifference]) -> Int? {
        let fitting = differences.indices.filter { differences[$0].isEmpty }
        return uses.withLock { uses in
            let unused = fitting.first { uses[$0] == 0 }
            guard let index = unused ?? (repeats ? fitting.last : nil) else { return nil }
            uses[index] += 1
            return index
        }
    }

    private func unexpected(
        _ request: StubRequest, _ differences: [RecordedDifference]
    ) -> TransportError {
        var message = "no exchange of the recording matches \(request)"
        let nearest = differences.indices.min { differences[$0].weight < differences[$1].weight }
        if let nearest {
            let exchange = exchanges[nearest]
            let reasons = differences[nearest].isEmpty ? "it was used" : "\(differences[nearest])"
            message += "; the nearest is number \(nearest + 1), \(exchange): \(reasons)"
        } else {
            message += ", which is empty"
        }
        return TransportError(
            .unexpectedRequest, message, advice: "record it again, or see why the request is sent",
            isSafeToRetry: true)
    }
}
