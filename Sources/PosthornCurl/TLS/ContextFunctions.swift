private let symbols = Symbols()

/// The functions of OpenSSL for the algorithms of TLS contexts; see ``OpenSSL``.
struct ContextFunctions {
    typealias Raw = UnsafeMutableRawPointer
    typealias SetNames = @convention(c) (Raw?, UnsafePointer<CChar>?) -> Int32

    @Symbol(symbols, "TLS_client_method") var method: @convention(c) () -> OpaquePointer?
    @Symbol(symbols, "SSL_CTX_new") var newContext: @convention(c) (OpaquePointer?) -> Raw?
    @Symbol(symbols, "SSL_CTX_free") var release: @convention(c) (Raw?) -> Void
    @Symbol(symbols, "SSL_CTX_set_cipher_list") var setSuites: SetNames
    @Symbol(symbols, "SSL_CTX_set_ciphersuites") var setSuitesOfTLS13: SetNames
    @Symbol(symbols, "SSL_CTX_get_ciphers") var suites: @convention(c) (Raw?) -> OpaquePointer?
    @Symbol(symbols, "SSL_CIPHER_get_auth_nid") var authentication:
        @convention(c) (OpaquePointer?) -> Int32
    @Symbol(symbols, "SSL_CIPHER_get_bits") var bits:
        @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int32>?) -> Int32

    /// `nil` if libcurl uses another TLS library.
    static let functions = OpenSSL.functions == nil ? nil : symbols.complete(ContextFunctions())
}
