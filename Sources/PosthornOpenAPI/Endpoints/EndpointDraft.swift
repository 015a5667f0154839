internal import PosthornSpec

/// An endpoint that an operation became.
final class EndpointDraft: Draft {
    /// What a request carries.
    enum Body {
        case none
        /// The fields of an object without a name, each of which is an argument.
        case fields([FieldDraft])
        case value(TypeText, sends: [String])
        case lines(TypeText, sends: [String])
        case form([FieldDraft])
        case multipart([FieldDraft])
        case upload(String)
    }

    /// What a response carries.
    enum Content {
        case nothing
        case json(TypeText, mediaTypes: [String])
        case text([String])
        case bytes([String])
        case xml(TypeText, mediaTypes: [String])
        case events(TypeText)
        case lines(TypeText)

        var isStream: Bool {
            switch self {
            case .events, .lines: true
            case .nothing, .json, .text, .bytes, .xml: false
            }
        }

        var type: TypeText? {
            switch self {
            case .json(let type, _), .xml(let type, _), .events(let type), .lines(let type): type
            case .text: .string
            case .bytes: .name("Data")
            case .nothing: nil
            }
        }
    }

    /// A response by its status.
    struct Response {
        var status: String
        var content: Content
        var headers: [FieldDraft] = []
    }

    let operation: Operation
    var name: String
    /// The path with its placeholders as the spec has them.
    var path = ""
    var pathFields: [FieldDraft] = []
    var query: [FieldDraft] = []
    var headers: [FieldDraft] = []
    var cookies: [FieldDraft] = []
    var body = Body.none
    var returns: [Response] = []
    var errors: [Response] = []
    var requires: SecurityDraft.Requirement?
    var host: String?

    init(_ operation: Operation, name: String) {
        self.operation = operation
        self.name = name
        super.init(operation.node)
    }

    /// Returns the same call with another body or response.
    func copy(name: String) -> EndpointDraft {
        let copy = EndpointDraft(operation, name: name)
        copy.path = path
        (copy.pathFields, copy.query) = (pathFields, query)
        (copy.headers, copy.cookies) = (headers, cookies)
        (copy.body, copy.returns, copy.errors) = (body, returns, errors)
        (copy.requires, copy.host) = (requires, host)
        (copy.untyped, copy.remarks, copy.limits) = (untyped, remarks, limits)
        return copy
    }

    /// The types of the request.
    var sentTypes: [TypeText] {
        let fields = pathFields + query + headers + cookies
        return fields.map(\.type)
            + {
                switch body {
                case .none, .upload: []
                case .fields(let fields), .form(let fields), .multipart(let fields):
                    fields.map(\.type)
                case .value(let type, _), .lines(let type, _): [type]
                }
            }()
    }

    /// The types of the responses.
    var receivedTypes: [TypeText] {
        (returns + errors).flatMap { response in
            (response.content.type.map { [$0] } ?? []) + response.headers.map(\.type)
        }
    }
}
