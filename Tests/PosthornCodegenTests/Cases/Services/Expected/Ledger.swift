// Generated from Services/Ledger/Ledger.yaml. Edit the spec, not this file.

@_spi(Generated) import PosthornCore

/// A client of the service `LedgerAPI`.
struct LedgerAPI: APIService {
    /// The transport and the defaults of this client.
    var configuration: ClientConfiguration

    /// Creates a client of the service.
    init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
    }
}
