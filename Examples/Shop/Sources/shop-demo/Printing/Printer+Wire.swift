import Foundation
import Posthorn

extension Printer {
    private static let bytesInRow = 12
    private static let rowsOfBytes = 8
    private static let plainWidth = 36
    private static let shownHeaders = [
        "content-type", "posthorn-exchange", "x-app-version", "x-device-id", "accept-language",
        "x-envelope",
    ]

    /// Prints the request and the response.
    func wire(_ exchange: WireTap.Exchange) {
        guard let request = exchange.request else {
            row("sent", "nothing")
            return
        }
        row("sent", palette.bold("\(request.method.rawValue) \(request.url)"))
        headers(request.headers)
        if let body = request.body?.data { message(body, plain: exchange.plainRequest) }
        if let error = exchange.error { row("response", "none: \(error.code.rawValue)") }
        guard let response = exchange.response else { return }
        let status = "\(response.status.code) \(response.status.reasonPhrase)"
        // A stream has no metrics when its head arrives.
        let time =
            response.metrics.total > .zero
            ? "  in \(Self.milliseconds(response.metrics.total)) ms" : ""
        row("response", palette.bold(status) + palette.dim(time))
        headers(response.headers)
        if !response.body.isEmpty { message(response.body, plain: exchange.plainResponse) }
    }

    private func headers(_ fields: HTTPFields) {
        let shown = fields.filter { Self.shownHeaders.contains($0.name.canonicalName) }
        for field in shown { row("", palette.dim("\(field.name): \(field.value)")) }
    }

    /// Prints a body as text, or a sealed body next to its plain text.
    private func message(_ body: Data, plain: Data?) {
        guard String(validating: body, as: UTF8.self) == nil || plain.map({ $0 != body }) == true
        else { return self.body("plain", Bytes.text(body)) }
        let inside = Bytes.wrapped(
            plain.map(Bytes.text) ?? "can't be opened", width: Self.plainWidth,
            rows: Self.rowsOfBytes)
        var rest = body[...]
        for index in 0..<Self.rowsOfBytes where !rest.isEmpty || index < inside.count {
            let bytes = rest.prefix(Self.bytesInRow)
            rest = rest.dropFirst(Self.bytesInRow)
            let sealed =
                Bytes.hex(bytes, width: Self.bytesInRow) + "  "
                + Bytes.ascii(bytes, width: Self.bytesInRow)
            let text = index < inside.count ? inside[index] : ""
            row(
                index == 0 ? "sealed" : "",
                palette.sealed(sealed) + palette.dim(" │")
                    + palette.plain(text.isEmpty ? "" : " " + text))
        }
        let hidden = rest.isEmpty ? "" : ", \(rest.count) of them not shown"
        let length = plain.map { ", \($0.count) when opened" } ?? ""
        row("", palette.dim("\(body.count) bytes\(hidden)\(length)"))
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let tenths =
            duration.components.seconds * 10_000
            + duration.components.attoseconds / 100_000_000_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
