public import Posthorn

extension APIError.Code {
    /// A key could not be read, or is none that its use can take.
    public static let invalidKey = Self(rawValue: "invalidKey")
}

extension APIError.Cause {
    /// A fault about a key: the cause never has bytes of it.
    static func key(
        _ cause: String, _ advice: String, because error: (any Error)? = nil
    ) -> APIError.Cause {
        APIError.Cause(.invalidKey, cause, advice: advice, underlying: error)
    }
}

/// Throws a fault unless a condition holds; its texts are made only then.
func ensure(
    _ condition: Bool, _ code: APIError.Code, _ cause: @autoclosure () -> String,
    _ advice: @autoclosure () -> String
) throws(APIError.Cause) {
    if !condition { throw APIError.Cause(code, cause(), advice: advice()) }
}

extension Optional {
    /// The value, or a fault if there is none.
    func orThrow(_ fault: @autoclosure () -> APIError.Cause) throws(APIError.Cause) -> Wrapped {
        guard let self else { throw fault() }
        return self
    }
}

/// What a closure gives; an error that is no fault yet becomes one.
func attempt<Value>(
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
