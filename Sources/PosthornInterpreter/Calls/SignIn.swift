internal import PosthornCore
internal import PosthornSpec

/// A call that returns a credential for a user and a password, or for a password alone.
struct SignIn {
    private let name: String
    private let client: InterpretedService
    /// The required parameters, or the required members of the body.
    private let fields: [FieldSpec]

    init(_ name: String, _ client: InterpretedService) throws(InterpretationError) {
        (self.name, self.client) = (name, client)
        let issuer = try client.spec.endpoint(named: name)
        let fields = issuer.parameters.flatMap { parameter in
            guard parameter.place == .wholeBody,
                let shape = ObjectShapes(client.spec.types).shape(of: parameter.field.type)
            else { return [parameter.field] }
            return shape.fields
        }
        self.fields = fields.filter {
            !$0.isConstant && !$0.isOptional && $0.defaultValue == nil && !$0.traits.isReadOnly
        }
    }

    /// What the call requires, for errors.
    var required: String {
        fields.isEmpty ? "nothing" : fields.map { quoted($0.wireName) }.joined(separator: " and ")
    }

    /// The forms of the secret, for errors.
    var form: String {
        let isText = fields.allSatisfy { $0.type.scalar == .string }
        return switch fields.count {
        case 1 where isText: "':PASSWORD' for \(quoted(name)), or what it returns,"
        case 2 where isText: "'USER:PASSWORD' for \(quoted(name)), or what it returns,"
        default: "what \(quoted(name)) returns, without a colon,"
        }
    }

    /// Returns the arguments of the call; `nil` if it does not require these texts.
    func arguments(_ user: String, _ password: String) -> CallArguments? {
        let texts = user.isEmpty ? [password] : [user, password]
        guard fields.count == texts.count, !user.isEmpty || !password.isEmpty,
            fields.allSatisfy({ $0.type.scalar == .string })
        else { return nil }
        var arguments = CallArguments()
        arguments.items = zip(fields, texts).map { (ArgumentPath(name: $0.wireName), .text($1)) }
        return arguments
    }

    /// Returns a credential whose value the call returns.
    func credential(
        at place: AuthSpec.Place, _ arguments: CallArguments
    ) throws(InterpretationError) -> Credential {
        let call: InterpretedCall
        do throws(InterpretationErrors) { call = try client.call(name, arguments) } catch {
            throw error.all[0]
        }
        return .refreshing(nil, .seconds(60)) { [name] _ in
            let response = try await call.send()
            return try Credential.Token(
                issued: response.credential(at: place), by: name, response.raw.status)
        }
    }
}
