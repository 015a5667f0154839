extension APIService {
    /// Throws if a credential is not for the server of the client.
    @_spi(Generated) public func checkCredentials(_ names: String...) throws(APIError) {
        for name in names {
            do throws(APIError.Cause) {
                try credential(named: name)?.check(name, for: configuration.baseURL)
            } catch {
                throw error.error(
                    endpoint: "\(Self.self)", stage: .building, request: nil, response: nil)
            }
        }
    }
}
