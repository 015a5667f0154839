/// The tokens of a server that a challenge names, and the user that it gives them to.
package struct ChallengedTokens: Sendable {
    /// `nil` asks for tokens without a user.
    package let user: (name: String, password: String)?
    /// The URL of the server; `nil` for any URL at the origin of the calls.
    package let realm: String?
    package let sources: TokenSources

    package init(user: (name: String, password: String)?, realm: String?, sources: TokenSources) {
        (self.user, self.realm, self.sources) = (user, realm, sources)
    }
}
