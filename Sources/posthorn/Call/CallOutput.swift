internal import FoundationEssentials
internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornSamples
internal import PosthornSpec

/// Prints the values and the failures of a call, for people or for machines.
struct CallOutput: Sendable {
    let call: InterpretedCall
    let terminal: Terminal
    let isForMachines: Bool
    let showsAll: Bool

    private var name: String { call.endpoint.fullName }
    private var hidden: Set<String> { call.hiddenNames }
    private var printer: JSONPrinter { JSONPrinter(palette: terminal.palette, hidden: hidden) }

    // MARK: Values

    /// Returns what is printed for a response.
    func text(of response: InterpretedResponse) -> String? {
        if isForMachines { return JSONPrinter(hidden: hidden).line(json(of: response)) }
        if call.returnsText, let text = response.value?.string {
            return terminal.isInteractive ? Terminal.shown(text) : text
        }
        return response.ordered.map { printer.lines($0) }
    }

    /// Prints the value of a response, and what is not as the spec says.
    func print(_ response: InterpretedResponse) -> CallExit {
        if let text = text(of: response) {
            terminal.print(text)
        } else if response.isBytes, !response.raw.body.isEmpty {
            print(bytes: response.raw)
        } else if terminal.isInteractive {
            let status = response.raw.status
            terminal.complain(
                terminal.errorPalette.dim("\(status.code) \(oneLine(status.reasonPhrase))"))
        }
        report(response.deviations)
        return response.isRefused ? .deviation : .success
    }

    /// Prints the state of an operation in one line: for people beside the result, which is the output.
    func print(state: OrderedJSON) {
        guard isForMachines else {
            let printer = JSONPrinter(palette: terminal.errorPalette, hidden: hidden)
            return terminal.complain(printer.line(state))
        }
        let line = OrderedJSON.object([("endpoint", .text(name)), ("state", state)])
        terminal.print(JSONPrinter(hidden: hidden).line(line))
    }

    private func print(bytes response: TransportResponse) {
        guard terminal.isInteractive else { return terminal.print(response.body) }
        if let text = String(validating: response.body, as: UTF8.self) {
            return terminal.print(Terminal.shown(text))
        }
        let type = oneLine(response.headers[.contentType] ?? "an unknown type")
        terminal.complain(
            "\(name) returned \(ProgressLine.size(response.body.count)) of \(type); write '--output FILE'"
        )
    }

    /// Prints the items of a page, one in each line.
    func print(items: [OrderedJSON]) {
        let printer = isForMachines ? JSONPrinter(hidden: hidden) : printer
        for item in items { terminal.print(printer.line(item)) }
    }

    /// Prints an element of a stream.
    func print(_ element: InterpretedCall.Element) -> CallExit {
        switch element {
        case .bytes(let data):
            if terminal.isInteractive {
                terminal.print(Terminal.shown(String(decoding: data, as: UTF8.self)))
            } else {
                terminal.print(data)
            }
            return .success
        case .line(let value, let deviations):
            return print(value, event: nil, id: "", deviations)
        case .event(let type, let id, let value, let deviations):
            return print(value, event: type, id: id, deviations)
        }
    }

    private func print(
        _ value: OrderedJSON, event: String?, id: String, _ deviations: [Deviation]
    ) -> CallExit {
        if isForMachines {
            var members: [(name: String, value: OrderedJSON)] = []
            if let event { members.append(("event", .text(event))) }
            if !id.isEmpty { members.append(("id", .text(id))) }
            members.append(("value", value))
            members += self.members(of: deviations)
            terminal.print(JSONPrinter(hidden: hidden).line(.object(members)))
        } else {
            let isNamed = event != nil && event != "message"
            let prefix = isNamed ? terminal.palette.bold(oneLine(event ?? "")) + " " : ""
            terminal.print(prefix + printer.line(value))
            report(deviations)
        }
        return deviations.contains { !$0.isHarmless } ? .deviation : .success
    }

    // MARK: Deviations and failures

    /// Prints what generated code would refuse, and with `--verbose` also the rest.
    func report(_ deviations: [Deviation]) {
        guard !isForMachines else { return }
        for deviation in deviations where !deviation.isHarmless || showsAll {
            let kind =
                deviation.isHarmless
                ? terminal.errorPalette.warning("warning") : terminal.errorPalette.bad("error")
            let value = deviation.path.isEmpty ? "the value" : quoted(deviation.place)
            terminal.complain(
                "\(name): \(kind): the response is not as the spec says: \(value) \(deviation.rule); "
                    + "found \(found(deviation))")
        }
    }

    private func found(_ deviation: Deviation) -> String {
        let isHidden = deviation.path.contains { step in
            switch step {
            case .member(let name), .header(let name): hidden.contains(name)
            case .element, .anyElement, .anyEntry: false
            }
        }
        return isHidden ? RedactedFields.mark : deviation.shown
    }

    /// Prints the failure of a call.
    func print(_ failure: InterpretedFailure) -> CallExit {
        let error = failure.apiError
        let exit = CallExit(error)
        guard exit != .interrupted else { return exit }
        if isForMachines {
            terminal.print(JSONPrinter(hidden: hidden).line(json(of: failure)))
            return exit
        }
        let advice = error.optionAdvice.map { "; \($0)" } ?? ""
        terminal.complain(
            "\(name): \(terminal.errorPalette.bad("error")): \(oneLine(error.message + advice))")
        if case .documented(_, let response, _) = failure, let value = response.ordered {
            let printer = JSONPrinter(palette: terminal.errorPalette, hidden: hidden)
            terminal.complain(printer.lines(value))
            report(response.deviations)
        } else if let text = Self.excerpt(of: error.response, hidden) {
            terminal.complain(Terminal.shown(text))
        } else if let count = error.response?.body.count, count > 0 {
            terminal.complain(terminal.errorPalette.dim("\(count) bytes that are no text"))
        }
        return exit
    }

    /// Returns the beginning of a body for which the spec has no type; `nil` if there is none, or no text.
    static func excerpt(of response: TransportResponse?, _ hidden: Set<String>) -> String? {
        guard let response, !response.body.isEmpty else { return nil }
        let shown = HiddenValues(hidden, mark: RedactedFields.mark)
            .removed(from: response.body, response.headers[.contentType])
        guard let text = String(validating: shown, as: UTF8.self) else { return nil }
        let start = text.prefix(2000)
        return String(start) + (start.count < text.count ? " …" : "")
    }

    // MARK: Machines

    private func json(of response: InterpretedResponse) -> OrderedJSON {
        var members: [(name: String, value: OrderedJSON)] = [
            ("endpoint", .text(name)), ("status", .number(response.raw.status.code)),
        ]
        if !response.headers.isEmpty {
            members.append(("headers", .value(.object(response.headers))))
        }
        if let value = response.ordered { members.append(("value", value)) }
        members += self.members(of: response.deviations)
        members.append(("timing", TimingBar(response.raw.metrics).json))
        return .object(members)
    }

    private func members(
        of deviations: [Deviation]
    ) -> [(name: String, value: OrderedJSON)] {
        guard !deviations.isEmpty else { return [] }
        let items = deviations.map { deviation in
            OrderedJSON.object([
                ("kind", .text(deviation.kind.rawValue)), ("path", .text(deviation.place)),
                ("rule", .text(deviation.rule)), ("found", .text(found(deviation))),
                ("refused", .value(.bool(!deviation.isHarmless))),
            ])
        }
        return [("deviations", .array(items))]
    }

    private func json(of failure: InterpretedFailure) -> OrderedJSON {
        let error = failure.apiError
        var members: [(name: String, value: OrderedJSON)] = [
            ("endpoint", .text(name)), ("error", .text(error.code.rawValue)),
            ("message", .text(error.message)),
        ]
        if let advice = error.optionAdvice { members.append(("advice", .text(advice))) }
        if let status = error.response?.status { members.append(("status", .number(status.code))) }
        if case .documented(let name, let response, _) = failure {
            members.append(("documented", .text(name)))
            if let value = response.ordered { members.append(("value", value)) }
            members += self.members(of: response.deviations)
        }
        let hasValue = members.contains { $0.name == "value" }
        if !hasValue, let text = Self.excerpt(of: error.response, hidden) {
            members.append(("body", .text(text)))
        }
        return .object(members)
    }
}
