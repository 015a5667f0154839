import Foundation
@testable import PosthornCore
@testable import PosthornJSON
@testable import PosthornHTTP
import PosthornTesting

/// Requests, responses, errors and what is made of them.
enum MessageSamples {
    static let body = Data(Canary.text.utf8)
    static let fields: HTTPFields = [
        .authorization: "Bearer \(Canary.field)", .cookie: "sid=\(Canary.field)",
        .setCookie: "sid=\(Canary.field)", .contentType: "text/plain",
        .location: Canary.url, .wwwAuthenticate: "Basic realm=\"\(Canary.field)\"",
    ]

    static var request: TransportRequest {
        var request = TransportRequest(
            method: .post, url: Canary.url, headers: fields, body: body)
        request.onProgress = { _ in }
        return request
    }

    static let hop = RedirectPolicy.Hop(
        method: .get, url: "https://store.example/canary?q=canary", status: .found, headers: fields,
        target: "https://other.example/canary?q=canary#canary")

    static let head = TransportResponse(status: .unauthorized, headers: fields)

    static var response: TransportResponse {
        TransportResponse(
            status: .notFound, headers: fields, body: body, trailers: fields,
            redirects: [
                hop,
                RedirectPolicy.Hop(
                    method: .get, url: Canary.url, status: .found, target: Canary.url),
            ])
    }

    static var transportError: TransportError {
        var error = TransportError(.timedOut, "no response", advice: "wait", underlying: Leak())
        error.redirects = [hop]
        return error
    }

    static var built: TransportRequest {
        var built = TransportRequest(
            endpoint: "ping", method: .post, origin: "https://store.example",
            route: "/…/ping/{id}", target: "/canary/ping/canary?q=canary", headers: fields,
            body: body)
        built.metadata[Trace.self] = Canary.text
        return built
    }

    static var fault: APIError.Cause {
        APIError.Cause(
            .decodingFailed, "another shape", advice: "compare it",
            envelopeError: APIError.EnvelopeError(code: "7", message: Canary.text),
            underlying: Leak())
    }

    static var error: APIError {
        APIError(
            .notFound, endpoint: "ping", stage: .validating, message: "no such order",
            request: built, response: response,
            envelopeError: APIError.EnvelopeError(code: "7", message: Canary.text),
            underlying: fault)
    }

    static var jsonError: JSONError {
        JSONError(.invalid, at: 0, expected: "a date", found: "a string", underlying: Leak())
    }

    static var writingError: JSONError {
        JSONError(
            writing: .invalid, "the date is too far away", advice: "send another",
            underlying: Leak())
    }

    static func all() throws -> [Sample] {
        let target = try HTTPURL("https://other.example/canary?q=canary#canary")
        let received = response
        let redirect = RedirectPolicy.Proposal(
            status: .found, headers: fields, request: request, next: request, history: [hop],
            origin: target.origin, target: target)
        let event = {
            CallEvent(call: 1, endpoint: "ping", delivery: .whole, elapsed: .zero, kind: $0)
        }
        let kinds: [CallEvent.Kind] = [
            .built(built), .sending(built), .bodySent(count: 11, beginning: body),
            .responseReceived(received), .succeeded(received), .documentedFailure(received),
            .failed(error), .retrying(FailedAttempt(number: 1, error: error), after: .seconds(1)),
            .deviation(jsonError),
            .streamEnded(count: 11, beginning: body, error: transportError),
        ]
        return kinds.flatMap { [Sample($0), Sample(event($0))] } + [
            Sample(CallEvent.Delivery.whole), Sample(request), Sample(response),
            Sample(CallResponse(response)), Sample(head),
            Sample(hop), Sample(redirect),
            Sample(TransportStream(status: .ok, headers: fields, body: ByteStream(body))),
            Sample(ByteStream(body)),
            Sample(transportError), Sample(transportError.code), Sample(built), Sample(received),
            Sample(built.metadata), Sample(fault), Sample(error), Sample(error.code),
            Sample(error.stage), Sample(APIError.EnvelopeError(code: "7", message: Canary.text)),
            Sample(FailedAttempt(number: 1, error: error)),
            Sample(RetryDecision.stop(.deadlineExceeded)),
            Sample(RetryStop.deadlineExceeded), Sample(RetryRule()), Sample(RetryBudget()),
            Sample(RetryRule.BodyDelay.seconds("wait")), Sample(HedgingPolicy()),
            Sample(jsonError), Sample(jsonError.reason), Sample(writingError),
            Sample(writingError.reason),
            Sample(
                DownloadedFile(
                    url: URL(filePath: "/tmp/\(Canary.word)"), count: 11, status: .ok,
                    headers: fields)),
        ]
    }
}
