internal import Foundation
internal import PosthornCore
internal import PosthornSpec
internal import PosthornTesting

/// Prints exchanges as they were on the wire, with sealed bodies beside what they hold.
struct ExchangePrinter {
    let terminal: Terminal
    /// The names of the values that the spec hides.
    let hidden: Set<String>
    private static let rows = 12

    private var palette: Palette { terminal.errorPalette }

    func print(_ exchanges: [RecordedExchange], opened tap: ExchangeTap) {
        for (index, exchange) in exchanges.enumerated() {
            let isLast = index == exchanges.count - 1
            line(">", palette.bold("\(exchange.method.rawValue) \(oneLine(exchange.url))"))
            fields(">", exchange.requestHeaders)
            let request = isLast ? tap.request : nil
            body(">", exchange.requestBody, request?.body?.data, request?.headers)
            if let failure = exchange.failure {
                line("<", palette.bad("no response: \(oneLine(failure.message))"))
            }
            guard let status = exchange.status else { continue }
            let time = Milliseconds.text(exchange.duration)
            line(
                "<",
                palette.bold("\(status.code) \(oneLine(status.reasonPhrase))")
                    + palette.dim("  \(exchange.httpVersion)  \(time)"))
            fields("<", exchange.responseHeaders)
            let response = isLast ? tap.response : nil
            body("<", exchange.responseBody, response?.body, response?.headers)
        }
    }

    private func line(_ mark: String, _ text: String) {
        terminal.complain("\(palette.dim(mark)) \(text)")
    }

    private func fields(_ mark: String, _ fields: HTTPFields) {
        for field in fields {
            let value = hidden.contains { $0.lowercased() == field.name.canonicalName }
            line(
                mark,
                palette.dim("\(field.name): ")
                    + Terminal.shown(value ? RedactedFields.mark : field.value, keepingLines: false)
            )
        }
    }

    /// Prints a body, or a sealed body beside its plain text.
    private func body(_ mark: String, _ wire: Data, _ plain: Data?, _ fields: HTTPFields?) {
        guard !wire.isEmpty || plain?.isEmpty == false else { return }
        let values = HiddenValues(hidden, mark: RecordingTransport.Redaction.mark)
        let opened = plain.map { values.removed(from: $0, fields?[.contentType]) }
        // What is read while it arrives has no opened body here.
        guard let opened, !opened.isEmpty, opened != wire, !wire.isEmpty else {
            let text = String(data: wire, encoding: .utf8) ?? ""
            guard !text.isEmpty else { return line(mark, palette.dim("\(wire.count) bytes")) }
            for row in wrapped(text, terminal.width - 4) { line(mark, row) }
            return
        }
        sideBySide(mark, wire, String(data: opened, encoding: .utf8) ?? "\(opened.count) bytes")
    }

    private func sideBySide(_ mark: String, _ sealed: Data, _ opened: String) {
        // Each byte takes four columns: two digits, a space, and its character.
        let count = max(4, min(16, (terminal.width - 8) / 8))
        let plain = wrapped(opened, max(16, terminal.width - count * 4 - 8))
        let head = "sealed, \(sealed.count) bytes"
        line(mark, palette.dim(head.padded(count * 4 + 1) + " │ opened"))
        var rest = sealed[...]
        for row in 0..<Self.rows where !rest.isEmpty || row < plain.count {
            let bytes = rest.prefix(count)
            rest = rest.dropFirst(count)
            let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            let characters = bytes.map { byte in
                (0x20..<0x7f).contains(byte) ? Character(Unicode.Scalar(byte)) : "·"
            }
            let wire =
                digits.joined(separator: " ").padded(count * 3) + " "
                + String(characters).padded(count)
            line(
                mark,
                palette.sealed(wire) + palette.dim(" │ ") + (row < plain.count ? plain[row] : ""))
        }
        if !rest.isEmpty { line(mark, palette.dim("\(rest.count) bytes are not shown")) }
    }

    /// Returns the first rows of a text; the last one ends with an ellipsis if there are more.
    private func wrapped(_ text: String, _ width: Int) -> [String] {
        var rows: [String] = []
        // A secret may not be split into rows before it is removed.
        let text = Terminal.secrets.scrubbed(text)
        for line in Terminal.shown(text).split(separator: "\n") {
            var rest = line[...]
            repeat {
                guard rows.count < Self.rows else {
                    rows[Self.rows - 1] += " …"
                    return rows
                }
                rows.append(String(rest.prefix(width)))
                rest = rest.dropFirst(width)
            } while !rest.isEmpty
        }
        return rows
    }
}

/// Durations in milliseconds.
enum Milliseconds {
    static func text(_ duration: Duration) -> String {
        let tenths = (duration / .microseconds(100)).rounded()
        return "\(tenths / 10) ms"
    }

    static func value(_ duration: Duration) -> JSONValue {
        .number(
            JSONValue.Number((duration / .microseconds(1)).rounded() / 1000) ?? JSONValue.Number(0))
    }
}
