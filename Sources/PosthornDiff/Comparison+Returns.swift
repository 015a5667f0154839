internal import PosthornSpec

extension Comparison {
    /// Compares what calls return.
    func compareReturns(_ old: EndpointSpec, _ new: EndpointSpec, _ site: Site) {
        let site = site.part("returns").at(
            old.returnsMark == .start ? nil : old.returnsMark,
            new.returnsMark == .start ? nil : new.returnsMark)
        let (before, after) = (old.output, new.output)
        if before.message == "nothing", after.message != "nothing" {
            add(.returnsAdded, site, "\(after.message) is returned, where nothing was")
        } else if before.message != after.message {
            add(.returnsChanged, site, "\(before.message) became \(after.message)")
        } else if before.form != after.form {
            add(.returnsFormChanged, site, "\(before.form) became \(after.form)")
        }
        if case .statuses(let first) = before, case .statuses(let second) = after {
            match(
                first.map(Self.message), second.map(Self.message), site,
                (.statusRemoved, .statusAdded), both: compareMessages)
        } else if before.message == after.message, let first = before.types.first,
            let second = after.types.first
        {
            compare(first, second, site, .response)
        }
        compareHeaders(old.returnedHeaders, new.returnedHeaders, site)
        if old.endMarker != new.endMarker, before.message == after.message {
            add(
                .endMarkerChanged, site.part("endMarker").at(nil, new.endMarkerMark),
                new.endMarker == nil ? "is removed" : "is another one")
        }
        if case .place(_, let first, let mark)? = old.poll?.value,
            case .place(_, let second, let place)? = new.poll?.value
        {
            compare(first, second, site.part("poll.result").at(mark, place), .response)
        }
    }

    /// Compares documented errors by their conditions.
    func compareErrors(_ old: EndpointSpec, _ new: EndpointSpec, _ site: Site) {
        match(
            old.errors.map(Self.message), new.errors.map(Self.message), site.part("errors"),
            (.errorRemoved, .errorAdded), both: compareMessages)
    }

    private typealias Message = (
        name: String, type: TypeExpression?, policy: ResponseSpec?, headers: [FieldSpec]
    )

    private static func message(_ status: StatusSpec) -> Part<Message> {
        Part(
            name: "\(status.status)", mark: status.mark,
            value: (status.name, status.value?.type, status.response, status.headers))
    }

    private static func message(_ error: ErrorSpec) -> Part<Message> {
        Part(
            name: error.condition.text, mark: error.mark,
            value: (error.name, error.type, error.response, error.headers))
    }

    private func compareMessages(_ old: Message, _ new: Message, _ site: Site) {
        if old.name != new.name {
            add(.renamed, site, "case '\(old.name)' became '\(new.name)'")
        }
        if let before = old.type, let after = new.type {
            compare(before, after, site, .response)
        } else if old.type != nil || new.type != nil {
            add(.returnsFormChanged, site, "its body is \(new.type == nil ? "not " : "")read")
        }
        compare(.responsePolicyChanged, old.policy?.word, new.policy?.word, site)
        compareHeaders(old.headers, new.headers, site)
    }

    private func compareHeaders(_ old: [FieldSpec], _ new: [FieldSpec], _ site: Site) {
        let slots = [old, new].map { fields in
            fields.map { Slot(part: "header", field: $0, isNamed: true) }
        }
        compareFields(slots[0], slots[1], site, .response)
    }
}

extension ReturnsSpec {
    /// The kind of message.
    fileprivate var message: String {
        switch self {
        case .nothing, .headers(nil, _): "nothing"
        case .value, .headers: "a value"
        case .statuses: "one of several statuses"
        case .bytes, .file: "bytes"
        case .events: "a stream of events"
        case .lines: "a stream of lines"
        }
    }

    /// The form in Swift.
    fileprivate var form: String {
        switch self {
        case .headers: "a value with header fields"
        case .bytes: "a stream of bytes"
        case .file: "a file"
        case .value(let value) where value.isTagged: "a value with its entity tag"
        default: message
        }
    }
}
