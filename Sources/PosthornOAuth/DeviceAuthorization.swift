public import FoundationEssentials
public import PosthornCore

/// A sign-in of a user on another device (RFC 8628).
///
/// Show ``userCode`` and ``verificationURL``, and wait for ``tokens()``.
public struct DeviceAuthorization: Sendable {
    /// The code that the user enters.
    public let userCode: String
    /// Where the user enters it.
    public let verificationURL: String
    /// The same with the code in it, for a QR code; `nil` if the server has none.
    public let completeURL: String?
    /// When the code expires.
    public let expiry: Date
    let deviceCode: String
    let interval: Duration
    let client: OAuthClient
    /// The key that the tokens are going to be bound to.
    let key: ProofKey?

    /// Polls until the user has confirmed, and returns the tokens.
    ///
    /// It asks as often as the server allows, and slows down when told so.
    /// - Throws: An ``OAuthError``: ``OAuthError/Reason/expired``, or ``OAuthError/Reason/refused`` with the code
    ///   `access_denied`. `CancellationError` in a cancelled task.
    public func tokens() async throws -> OAuthTokens {
        var interval = interval
        while client.clock.date() < expiry {
            try await client.clock.sleep(interval)
            switch await poll() {
            case .success(let tokens): return tokens
            case .failure(let error):
                guard let pause = try pause(after: error, interval) else { throw expired }
                interval = pause
            }
        }
        throw expired
    }

    private var expired: OAuthError {
        OAuthError(
            .expired, "the user did not confirm the sign-in in time", advice: "begin it again")
    }

    private func poll() async -> Result<OAuthTokens, OAuthError> {
        do throws(OAuthError) {
            return .success(
                try await client.tokens(by: key) {
                    [
                        ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
                        ("device_code", deviceCode),
                    ]
                })
        } catch {
            return .failure(error)
        }
    }

    /// Returns the time before the next request, or `nil` if the code has expired.
    private func pause(after error: OAuthError, _ interval: Duration) throws -> Duration? {
        switch error.code {
        case "authorization_pending": return interval
        case "slow_down": return interval + .seconds(5)
        case "expired_token": return nil
        default:
            // A connection that broke and a server that is busy cost nothing but time (section 3.5).
            let isBusy = error.status == 429 || error.status == 503
            guard error.reason == .transport || isBusy else { throw error }
            try Task.checkCancellation()
            return max(min(interval * 2, .seconds(60)), TokenPace.delay(after: error))
        }
    }
}

extension DeviceAuthorization: RedactedStringConvertible {}

extension OAuthClient {
    /// Begins a sign-in of a user on another device.
    ///
    /// - Parameter scopes: What the tokens are for; by default what the server decides.
    /// - Throws: An ``OAuthError``, with ``OAuthError/Reason/invalidConfiguration`` if the server has no
    ///   ``OAuthServer/deviceAuthorizationURL``.
    public func deviceAuthorization(
        scopes: [String] = []
    ) async throws(OAuthError) -> DeviceAuthorization {
        let url = try endpoint(\.deviceAuthorizationURL, "deviceAuthorizationURL")
        let key = try binding?.key(in: nil)
        let form = scopes.isEmpty ? [] : [("scope", scopes.joined(separator: " "))]
        let asked = clock.date()
        let response = try await post(url, form, for: "a device code")
        guard let deviceCode = response["device_code"]?.string,
            let userCode = response["user_code"]?.string,
            // Google writes `verification_url`.
            let place = (response["verification_uri"] ?? response["verification_url"])?.string,
            (try? HTTPURL(place)) != nil,
            let lifetime = OAuthTokens.seconds(response["expires_in"])
        else {
            throw .unexpected(
                "the response of \(Origin.text(of: url)) lacks a member of a device authorization")
        }
        let interval = OAuthTokens.seconds(response["interval"]) ?? 5
        return DeviceAuthorization(
            userCode: userCode, verificationURL: place,
            completeURL: response["verification_uri_complete"]?.string,
            expiry: asked + min(lifetime, 86_400), deviceCode: deviceCode,
            interval: .seconds(max(1, min(interval, 600))), client: self, key: key)
    }
}
