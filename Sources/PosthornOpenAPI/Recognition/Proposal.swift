internal import PosthornFormat
internal import PosthornSpec

/// Keys for a shape that an endpoint has.
struct Proposal {
    var shapes: [RecognisedShape]
    /// What in the document tells.
    var evidence: String
    var keys: [SpecMember]
    /// The responses that the keys need in place of those of the document.
    var returns: [EndpointDraft.Response]?

    init(
        _ shape: RecognisedShape, _ evidence: String, _ keys: [SpecMember],
        returns: [EndpointDraft.Response]? = nil
    ) {
        (shapes, self.evidence, self.keys, self.returns) = ([shape], evidence, keys, returns)
    }

    /// Whether the keys say how the response is read, of which an endpoint has one way.
    var isOfResponse: Bool { !Set(shapes).isDisjoint(with: [.pages, .operation, .envelope]) }
}
