public import PosthornCore

extension APIError.Code {
    /// The key could not be read, or it does not fit the requested use.
    public static let invalidKey = Self(rawValue: "invalidKey")
}

extension APIError.Cause {
    /// Creates a cause with the code `invalidKey`.
    ///
    /// The texts must never contain bytes of a key.
    package static func key(
        _ cause: String, _ advice: String, because error: (any Error)? = nil
    ) -> APIError.Cause {
        APIError.Cause(.invalidKey, cause, advice: advice, underlying: error)
    }
}

/// Throws a cause unless the condition holds.
///
/// The texts are evaluated only when the condition fails.
@inlinable package func ensure(
    _ condition: Bool, _ code: APIError.Code, _ cause: @autoclosure () -> String,
    _ advice: @autoclosure () -> String
) throws(APIError.Cause) {
    if !condition { throw APIError.Cause(code, cause(), advice: advice()) }
}

extension Optional {
    /// Returns the wrapped value, or throws the given cause if there is none.
    @inlinable package func orThrow(_ fault: @autoclosure () -> APIError.Cause) throws(APIError
        .Cause) -> Wrapped
    {
        guard let self else { throw fault() }
        return self
    }
}

/// Runs the closure and converts every error that is not an ``APIError/Cause``.
@inlinable package func attempt<Value>(
    _ body: () throws -> Value, or fault: (any Error) -> APIError.Cause
) throws(APIError.Cause) -> Value {
    do {
        return try body()
    } catch let fault as APIError.Cause {
        throw fault
    } catch {
        throw fault(error)
    }
}
