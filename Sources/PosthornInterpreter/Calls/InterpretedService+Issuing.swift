internal import PosthornCore
internal import PosthornSpec

extension InterpretedService {
    /// Returns a credential that a call returns; `nil` if the call does not take a user and a password.
    func issued(
        by name: String, at place: AuthSpec.Place, _ user: String, _ password: String
    ) throws(InterpretationError) -> Credential? {
        let issuer = try spec.endpoint(named: name)
        let names = issuer.requiredTexts(spec.types)
        guard names.count == 2 else { return nil }
        var arguments = CallArguments()
        arguments.items = zip(names, [user, password]).map { (ArgumentPath(name: $0), .text($1)) }
        let issuing: InterpretedCall
        do throws(InterpretationErrors) { issuing = try call(name, arguments) } catch {
            throw error.all[0]
        }
        return .refreshing(nil, .seconds(60)) { _ in
            let response = try await issuing.send()
            return try Credential.Token(
                issued: response.credential(at: place), by: name, response.raw.status)
        }
    }
}

extension EndpointSpec {
    /// The names of the required parameters, or of the required members of the body, if all are texts.
    fileprivate func requiredTexts(_ types: [String: TypeSpec]) -> [String] {
        let fields = parameters.flatMap { parameter in
            guard parameter.place == .wholeBody,
                let shape = ObjectShapes(types).shape(of: parameter.field.type)
            else { return [parameter.field] }
            return shape.fields
        }
        let required = fields.filter {
            !$0.isConstant && !$0.isOptional && $0.defaultValue == nil && !$0.traits.isReadOnly
        }
        return required.allSatisfy { $0.type.scalar == .string } ? required.map(\.wireName) : []
    }
}
