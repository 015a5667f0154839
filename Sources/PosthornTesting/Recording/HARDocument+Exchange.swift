import Foundation
import PosthornCore

extension HARDocument.Entry {
    init(_ exchange: RecordedExchange) {
        let time = exchange.duration / .milliseconds(1)
        startedDateTime = HARDocument.dates.format(exchange.start)
        self.time = time
        request = HARDocument.Request(exchange)
        response = HARDocument.Response(exchange)
        cache = HARDocument.Cache()
        timings = HARDocument.Timings(send: 0, wait: time, receive: 0)
        comment = exchange.endpoint.isEmpty ? nil : exchange.endpoint
    }
}

extension HARDocument {
    /// The version of HTTP that nobody knows.
    fileprivate static let unknown = "unknown"
    static let dates = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    /// Returns bytes as text, or in base64 if they are not UTF-8.
    fileprivate static func text(of data: Data) -> (text: String, encoding: String?) {
        if let text = String(data: data, encoding: .utf8) { return (text, nil) }
        return (data.base64EncodedString(), "base64")
    }

    fileprivate static func data(of text: String?, _ encoding: String?) -> Data {
        guard let text else { return Data() }
        return encoding == "base64" ? Data(base64Encoded: text) ?? Data() : Data(text.utf8)
    }

    fileprivate static func pairs(_ fields: HTTPFields) -> [Pair] {
        fields.map { Pair(name: $0.name.rawName, value: $0.value) }
    }

    /// Returns header fields without the pseudo fields that browsers record.
    fileprivate static func fields(_ pairs: [Pair]?) -> HTTPFields {
        var fields = HTTPFields()
        for pair in pairs ?? [] {
            guard let name = HTTPField.Name(pair.name) else { continue }
            fields.append(HTTPField(name: name, value: pair.value))
        }
        return fields
    }
}

extension HARDocument.Request {
    fileprivate init(_ exchange: RecordedExchange) {
        method = exchange.method.rawValue
        url = exchange.url
        httpVersion = exchange.httpVersion.isEmpty ? HARDocument.unknown : exchange.httpVersion
        cookies = []
        headers = HARDocument.pairs(exchange.requestHeaders)
        let query = exchange.url.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
        queryString = StubRequest.items(query).map { .init(name: $0.name, value: $0.value) }
        headersSize = -1
        bodySize = exchange.requestBody.count
        guard !exchange.requestBody.isEmpty else { return }
        let (text, encoding) = HARDocument.text(of: exchange.requestBody)
        postData = HARDocument.PostData(
            mimeType: exchange.requestHeaders[.contentType] ?? "", text: text, encoding: encoding)
    }
}

extension HARDocument.Response {
    fileprivate init(_ exchange: RecordedExchange) {
        status = exchange.status?.code ?? 0
        statusText = exchange.status?.reasonPhrase ?? ""
        httpVersion = exchange.httpVersion.isEmpty ? HARDocument.unknown : exchange.httpVersion
        cookies = []
        headers = HARDocument.pairs(exchange.responseHeaders)
        redirectURL = exchange.responseHeaders[.location] ?? ""
        headersSize = -1
        bodySize = exchange.responseBody.count
        let (text, encoding) = HARDocument.text(of: exchange.responseBody)
        content = HARDocument.Content(
            size: exchange.responseBody.count,
            mimeType: exchange.responseHeaders[.contentType] ?? "", text: text, encoding: encoding)
        error = exchange.failure?.code.rawValue
        comment = exchange.failure?.message
    }
}

extension RecordedExchange {
    init(_ entry: HARDocument.Entry) {
        let (request, response) = (entry.request, entry.response)
        let start = entry.startedDateTime.flatMap { try? HARDocument.dates.parse($0) }
        self.init(
            HTTPRequest.Method(request.method) ?? .get, request.url,
            headers: HARDocument.fields(request.headers),
            body: HARDocument.data(of: request.postData?.text, request.postData?.encoding),
            start: start ?? Date(timeIntervalSince1970: 0))
        endpoint = entry.comment ?? ""
        let version = response.httpVersion ?? ""
        httpVersion = version == HARDocument.unknown ? "" : version
        duration = .milliseconds(max(0, entry.time ?? 0))
        if (100...999).contains(response.status) {
            status = HTTPResponse.Status(code: response.status)
        }
        responseHeaders = HARDocument.fields(response.headers)
        responseBody = HARDocument.data(of: response.content?.text, response.content?.encoding)
        if let error = response.error {
            failure = TransportError(
                .init(rawValue: error), response.comment ?? "the recorded exchange failed")
        } else if status == nil {
            failure = TransportError(.connectionLost, "the recorded exchange has no response")
        }
    }
}
