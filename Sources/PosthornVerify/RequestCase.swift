internal import FoundationEssentials
internal import PosthornCore
internal import PosthornInterpreter
internal import PosthornSamples
internal import PosthornSpec

/// A request that a run sends, and what it tests.
struct RequestCase: Sendable {
    enum Purpose: Sendable {
        /// A usual request.
        case valid
        /// A request with a value at the edge of its type.
        case boundary
        /// A request that the spec excludes.
        case wrong
    }

    /// The value of a parameter.
    struct Argument: Sendable {
        let parameter: ParameterSpec
        var value: JSONValue
        /// Whether the user has given the value, so that nothing replaces it.
        var isGiven = false

        var name: String { parameter.field.wireName }

        /// Whether the message has the value as text.
        var isText: Bool {
            switch parameter.place {
            case .path, .url, .query, .header, .cookie, .form, .part, .contentType: true
            case .body, .wholeBody, .upload, .text, .bytes, .lines, .original: false
            }
        }

        /// Whether a request can be made without the parameter.
        var mayBeLeftOut: Bool { !parameter.isRequired }
    }

    /// The difference of a request that lacks what it must have.
    static let missing = "missing"

    var purpose: Purpose
    /// The parameter, member or element that differs from a usual request; empty for none.
    var place = ""
    /// The difference, such as `a text`.
    var difference = ""
    var arguments: [Argument]

    /// Returns the case with another value of a parameter.
    func replacing(_ argument: Argument) -> RequestCase {
        var changed = self
        changed.arguments.removeAll { $0.name == argument.name }
        changed.arguments.append(argument)
        return changed
    }

    /// The arguments of the call.
    ///
    /// - Parameter isUnchecked: Whether values that the spec excludes are sent.
    func callArguments(isUnchecked: Bool) -> CallArguments {
        var result = CallArguments()
        result.areUnchecked = isUnchecked
        for argument in arguments {
            if argument.parameter.place == .wholeBody {
                result.body = .json(argument.value)
                continue
            }
            let text = argument.value.scalarText
            let isBytes =
                [.upload, .bytes, .text].contains(argument.parameter.place)
                || argument.parameter.field.type.isFiles
            let usesText =
                isBytes || argument.isGiven || argument.isText && purpose == .wrong
            let value: CallArguments.Value =
                if usesText, let text { .text(text) } else { .json(argument.value) }
            result.items.append((ArgumentPath(name: argument.name), value))
        }
        return result
    }
}

extension ParameterSpec {
    /// Whether each request has the parameter.
    var isRequired: Bool {
        !field.isOptional && field.defaultValue == nil && !field.traits.isFlag
    }

    /// Whether a caller supplies the parameter.
    var isSupplied: Bool {
        !field.isConstant && place != .original && place != .contentType
    }
}
