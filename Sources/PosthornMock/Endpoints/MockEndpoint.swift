internal import PosthornSamples
internal import PosthornSpec

/// An endpoint of the spec, with what all endpoints share.
struct MockEndpoint: Sendable {
    let spec: EndpointSpec
    let service: ServiceSpec
    /// The path of the file that declares the endpoint.
    let path: String
    /// The common parameters that the endpoint sends, followed by its own.
    let parameters: [ParameterSpec]
    let table: TypeTable

    init(_ spec: EndpointSpec, in service: ServiceSpec, path: String, _ table: TypeTable) {
        (self.spec, self.service, self.path, self.table) = (spec, service, path, table)
        let own = Set(spec.parameters.map { "\($0.place.rawValue) \($0.field.wireName)" })
        let hasBody =
            spec.bodyPlace != nil || ["POST", "PUT", "PATCH"].contains(spec.method.rawValue)
        let common = service.common.filter { parameter in
            guard !own.contains("\(parameter.place.rawValue) \(parameter.field.wireName)") else {
                return false
            }
            return (hasBody || !parameter.place.isInBody) && !spec.rules.omits(parameter)
        }
        parameters = common + spec.parameters
    }

    var name: String { spec.fullName }

    /// The place of the endpoint in the spec, such as `Specs/Shop/Orders.yaml:35:7`.
    var place: String { Self.place(spec.mark, path) }

    static func place(_ mark: SourceMark, _ path: String) -> String {
        "\(path):\(mark.line):\(mark.column)"
    }

    /// Returns the fields of a place.
    func fields(_ place: ParameterSpec.Place) -> [FieldSpec] {
        parameters.lazy.filter { $0.place == place }.map(\.field)
    }

    /// The credentials of the call, or `nil` for none.
    var requires: RequiresSpec? { spec.rules.requires ?? service.usualRequires }

    /// The policy by which clients read successful responses.
    var policy: ResponseSpec { spec.response(in: service) ?? .json }
}
