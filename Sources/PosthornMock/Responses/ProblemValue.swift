internal import PosthornCore
internal import PosthornSamples
internal import PosthornSpec

/// A complaint as a value of the type that the spec documents for it.
///
/// Members whose names are those of a message, a code, a status or a list of errors have the complaint's, if the type
/// permits it. The other ones that the type requires have samples.
struct ProblemValue {
    let problem: Problem
    let maker: SampleMaker

    func value(of type: TypeExpression, _ random: inout SampleRandom) -> JSONValue {
        var maker = maker
        maker.optionals = .none
        var value = maker.value(of: type, &random)
        maker.optionals = .all
        let whole = maker.value(of: type, &random)
        for text in texts where value.object == nil {
            if fits(.string(text), type, like: value) { return .string(text) }
        }
        for (name, member) in (whole.object ?? [:]).sorted(by: { $0.key < $1.key }) {
            // An enumeration may have no such code.
            for (text, hasCode) in texts.flatMap({ [($0, true), ($0, false)] }) {
                let filling = Filling(problem: problem, text: text, hasCode: hasCode)
                var trial = value
                trial[name] = filling.filled(member, name, besides: whole, least: value[name])
                guard trial != value, fits(trial, type, like: value) else { continue }
                value = trial
                break
            }
        }
        return value
    }

    /// The complaint in one line, and shorter ones for a member with a limit.
    private var texts: [String] {
        [problem.text, problem.problems.first?.text ?? problem.detail, problem.reason]
    }

    /// Returns whether a value is one of a type as much as another one is.
    private func fits(_ value: JSONValue, _ type: TypeExpression, like other: JSONValue) -> Bool {
        let checker = ValueChecker(maker.table, .response)
        return checker.deviations(of: value, from: type).count
            <= checker.deviations(of: other, from: type).count
    }
}

/// Puts a complaint into the members of an object by their names.
private struct Filling {
    let problem: Problem
    let text: String
    let hasCode: Bool

    private static let messages: Set = [
        "message", "msg", "detail", "details", "description", "errordescription", "errormessage",
        "summary", "usermessage",
    ]
    private static let lists: Set = [
        "errors", "problems", "details", "detail", "violations", "fields", "issues", "messages",
        "fielderrors", "invalidparams",
    ]
    private static let places: Set = [
        "field", "path", "parameter", "param", "property", "name", "pointer", "source", "loc",
    ]

    /// Returns a member with the complaint; `nil` if it takes none, and the least value lacks it.
    func filled(
        _ member: JSONValue, _ name: String, besides object: JSONValue, least: JSONValue?,
        place: String? = nil
    ) -> JSONValue? {
        let name = ValueEcho.folded(name)
        switch member {
        case .string:
            switch name {
            case _ where Self.messages.contains(name): return .string(text)
            case "title": return .string(problem.reason)
            case "error" where !hasMessage(object): return .string(text)
            case "error" where hasCode, "code" where hasCode, "errorcode" where hasCode:
                return .string(problem.code)
            case _ where Self.places.contains(name): return place.map { .string($0) } ?? least
            default: return least
            }
        case .number:
            let isStatus = ["status", "statuscode", "httpstatus", "code"].contains(name)
            return isStatus ? .number(.init(problem.status)) : least
        case .array(let items):
            guard Self.lists.contains(name), let item = items.first else { return least }
            return .array(
                problem.items.map { found in
                    guard item.string == nil else { return .string(found.text) }
                    let own = Filling(problem: problem, text: found.text, hasCode: hasCode)
                    return own.filled(item, least: item, place: found.member) ?? item
                })
        case .object: return filled(member, least: least, place: place)
        case .null, .bool: return least
        }
    }

    /// Returns an object with the complaint in its members; the least one if none takes it, and `nil` for other values.
    private func filled(_ object: JSONValue, least: JSONValue?, place: String?) -> JSONValue? {
        guard let members = object.object else { return least }
        var result = JSONValue.object([:])
        var isFilled = false
        for (name, member) in members {
            let own = least?.object == nil ? member : least?[name]
            let new = filled(member, name, besides: object, least: own, place: place)
            isFilled = isFilled || new != own
            result[name] = new
        }
        return isFilled ? result : least
    }

    private func hasMessage(_ object: JSONValue) -> Bool {
        (object.object ?? [:]).contains {
            Self.messages.contains(ValueEcho.folded($0.key)) && $0.value.string != nil
        }
    }
}

extension Problem {
    /// The complaint in one line.
    fileprivate var text: String { items.map(\.text).joined(separator: "; ") }

    /// What is wrong, with the places in the spec.
    fileprivate var items: [(text: String, member: String)] {
        guard !problems.isEmpty else { return [(detail, "")] }
        return problems.map { found in
            let place = endpoint.flatMap { endpoint in
                found.mark.map { " (\(MockEndpoint.place($0, endpoint.path)))" }
            }
            return (found.text + (place ?? ""), found.member)
        }
    }

    /// The name of the status, such as `Bad Request`.
    fileprivate var reason: String {
        let words = HTTPResponse.Status(code: status).text.split(separator: " ").dropFirst()
        return words.isEmpty ? "Failure" : words.joined(separator: " ")
    }

    /// The name of the status as a code, such as `bad_request`.
    fileprivate var code: String { reason.lowercased().replacing(" ", with: "_") }
}
