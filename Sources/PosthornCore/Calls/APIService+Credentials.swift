extension APIService {
    /// Throws if a credential, or a key that is known already, is not for the server of the client.
    @_spi(Generated) public func checkServer(
        auth: [String] = [], ciphers: [String] = [], signers: [String] = []
    ) throws(APIError) {
        let base = configuration.baseURL
        do throws(APIError.Cause) {
            for name in auth { try credential(named: name)?.check(name, for: base) }
            for name in ciphers { try cipher(named: name)?.check(name, at: base?.serverName) }
            for name in signers { try signer(named: name)?.check(name, at: base?.serverName) }
        } catch {
            throw error.error(
                endpoint: "\(Self.self)", stage: .building, request: nil, response: nil)
        }
    }
}
