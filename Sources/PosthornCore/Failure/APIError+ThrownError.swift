extension APIError.Cause {
    /// Returns the text for an error that a closure of the user threw: the error of a call or a transfer, or
    /// else only its type, because its values may be secret.
    static func text(forThrown error: any Error) -> String {
        if let call = (error as? any EndpointFailure)?.apiError {
            return "\(call.endpoint) failed while \(call.stage.rawValue): \(call.message)"
        }
        if let error = error as? any PrintableError { return error.text }
        // `Login.Failure` rather than `Failure`, without the module and without private contexts.
        let names = String(reflecting: type(of: error)).split(separator: ".").dropFirst()
            .filter { !$0.hasPrefix("(") }
        return "an error of type \(names.joined(separator: ".")) was thrown"
    }
}
