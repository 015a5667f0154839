/// How to wait for an operation; a class, so that the endpoints without one are cheap to copy.
package final class PollSpec: Sendable {
    /// The place of `poll`.
    package let mark: SourceMark
    package let at: Place
    /// The states of an operation with a result, or `nil` if the status 202 means that it runs.
    package let until: Condition?
    package let fails: Failing?
    /// Where the result is, or `nil` if the last state is the result.
    package let value: Result?
    /// The member with the progress, or `nil` for none.
    package let progress: TypeName?
    package let cancel: Cancel?
    package let interval: DurationSpec?
    package let timeout: DurationSpec?

    /// Where a state or a result is.
    package enum Place: Sendable {
        case header(String)
        /// A path, whose parameters are members of the state.
        case path(String, [TypeName])
        /// A member with a URL.
        case member(TypeName)
    }

    /// A member that has one of some values.
    package struct Condition: Sendable {
        package let member: TypeName
        package let values: [DefaultSpec]
    }

    package enum Failing: Sendable {
        case condition(Condition)
        /// A member that only the state of a failed operation has.
        case present(TypeName)
    }

    package enum Result: Sendable {
        case member(TypeName)
        case place(Place, TypeExpression, SourceMark)
    }

    package struct Cancel: Sendable {
        package let method: String
        /// The place of the request, or `nil` for that of the state.
        package let place: Place?
    }

    init(
        mark: SourceMark, at: Place, until: Condition?, fails: Failing?, value: Result?,
        progress: TypeName?, cancel: Cancel?, interval: DurationSpec?, timeout: DurationSpec?
    ) {
        self.mark = mark
        self.at = at
        self.until = until
        self.fails = fails
        self.value = value
        self.progress = progress
        self.cancel = cancel
        self.interval = interval
        self.timeout = timeout
    }
}

extension EndpointSpec {
    /// The types in successful responses to the endpoint's requests.
    package var resultTypes: [TypeExpression] {
        guard case .place(_, let type, _)? = poll?.value else { return output.types }
        return output.types + [type]
    }
}
