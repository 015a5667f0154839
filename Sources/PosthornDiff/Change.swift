package import PosthornSpec

/// A difference between two specs.
package struct Change: Sendable {
    /// A place in a file.
    package struct Place: Hashable, Sendable {
        package var path: String
        package var mark: SourceMark

        package init(path: String, mark: SourceMark) { (self.path, self.mark) = (path, mark) }

        package var text: String { "\(oneLine(path)):\(mark.line):\(mark.column)" }
    }

    package var rule: ChangeRule
    /// What has changed: `endpoint getOrder`, `type Order` or `service ShopAPI`.
    package var subject: String
    /// The part of it, such as `query limit`; empty for the whole.
    package var member: String
    /// What is different, in plain words.
    package var message: String
    /// The endpoints that the change of a type concerns, sorted.
    package var endpoints: [String] = []
    /// The places of the part; of one that is added or removed, that of what holds it.
    package var old: Place
    package var new: Place

    /// The part and its change.
    package var text: String { member.isEmpty ? message : "\(member): \(message)" }

    /// The first endpoints and the number of the others, or `nil` if the change is that of an endpoint.
    package var shownEndpoints: String? {
        guard !endpoints.isEmpty else { return nil }
        let more = endpoints.count > 3 ? " and \(endpoints.count - 3) more" : ""
        return endpoints.prefix(3).joined(separator: ", ") + more
    }
}

/// One of the two specs.
package struct DiffedSpec {
    /// A part of a spec whose place another document knows.
    package enum Part {
        case service
        case endpoint(EndpointSpec, member: String)
        case type(String, member: String)
    }

    package var document: SpecDocument
    /// Finds the place in the document that the spec was imported from, or `nil` for a spec of its own.
    package var locate: ((Part) -> Change.Place)?

    package init(_ document: SpecDocument, locate: ((Part) -> Change.Place)? = nil) {
        (self.document, self.locate) = (document, locate)
    }
}
