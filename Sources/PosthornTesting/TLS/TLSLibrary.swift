import PosthornCore

private let symbols = Symbols(of: "libssl.so.3")

/// The OpenSSL functions that a server needs, loaded when the first server with TLS starts.
///
/// The library is the one that libcurl depends on. Tests without TLS do not need it.
struct TLSLibrary: Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    typealias Bytes = UnsafePointer<CChar>

    typealias Make = @convention(c) () -> Pointer?
    typealias Free = @convention(c) (Pointer?) -> Void
    typealias Of = @convention(c) (Pointer?) -> Pointer?
    typealias Act = @convention(c) (Pointer?) -> Int32
    typealias With = @convention(c) (Pointer?, Pointer?) -> Int32
    typealias Number = @convention(c) (Pointer?, Int) -> Int32
    typealias Control = @convention(c) (Pointer?, Int32, Int, Pointer?) -> Int
    typealias Choice =
        @convention(c) (
            Pointer?, Pointer?, Pointer?, UnsafePointer<UInt8>?, UInt32, Pointer?
        ) -> Int32
    typealias ReadPEM = @convention(c) (Pointer?, Pointer?, Pointer?, Pointer?) -> Pointer?

    @Symbol(symbols, "TLS_server_method") var serverMethod: Make
    @Symbol(symbols, "SSL_CTX_new") var makeContext: Of
    @Symbol(symbols, "SSL_CTX_free") var freeContext: Free
    @Symbol(symbols, "SSL_CTX_use_certificate") var useCertificate: With
    @Symbol(symbols, "SSL_CTX_use_PrivateKey") var useKey: With
    @Symbol(symbols, "SSL_CTX_ctrl") var control: Control
    @Symbol(symbols, "SSL_CTX_set_alpn_select_cb") var setChoice:
        @convention(c) (Pointer?, Choice?, Pointer?) -> Void
    @Symbol(symbols, "SSL_select_next_proto") var choose:
        @convention(c) (
            Pointer?, Pointer?, UnsafePointer<UInt8>?, UInt32, UnsafePointer<UInt8>?, UInt32
        ) -> Int32
    @Symbol(symbols, "SSL_new") var makeSession: Of
    @Symbol(symbols, "SSL_free") var freeSession: Free
    @Symbol(symbols, "SSL_set_fd") var setSocket: @convention(c) (Pointer?, Int32) -> Int32
    @Symbol(symbols, "SSL_accept") var accept: Act
    @Symbol(symbols, "SSL_read") var read: @convention(c) (Pointer?, Pointer?, Int32) -> Int32
    @Symbol(symbols, "SSL_write") var write:
        @convention(c) (Pointer?, UnsafeRawPointer?, Int32) -> Int32
    @Symbol(symbols, "SSL_get_error") var error: @convention(c) (Pointer?, Int32) -> Int32
    @Symbol(symbols, "SSL_shutdown") var shutdown: Act

    @Symbol(symbols, "BIO_new_mem_buf") var makeText:
        @convention(c) (UnsafeRawPointer?, Int32) -> Pointer?
    @Symbol(symbols, "BIO_new") var makeMemory: Of
    @Symbol(symbols, "BIO_s_mem") var memoryMethod: Make
    @Symbol(symbols, "BIO_free_all") var freeText: Free
    @Symbol(symbols, "BIO_ctrl") var controlText: Control
    @Symbol(symbols, "PEM_read_bio_X509") var readCertificate: ReadPEM
    @Symbol(symbols, "PEM_read_bio_PrivateKey") var readKey: ReadPEM
    @Symbol(symbols, "PEM_write_bio_X509") var writeCertificate: With
    @Symbol(symbols, "PEM_write_bio_PrivateKey") var writeKey:
        @convention(c) (Pointer?, Pointer?, Pointer?, Pointer?, Int32, Pointer?, Pointer?) -> Int32

    @Symbol(symbols, "EVP_PKEY_CTX_new_id") var makeKeyContext:
        @convention(c) (Int32, Pointer?) -> Pointer?
    @Symbol(symbols, "EVP_PKEY_CTX_free") var freeKeyContext: Free
    @Symbol(symbols, "EVP_PKEY_keygen_init") var beginKey: Act
    @Symbol(symbols, "EVP_PKEY_CTX_set_group_name") var setGroup:
        @convention(c) (Pointer?, Bytes) -> Int32
    @Symbol(symbols, "EVP_PKEY_keygen") var makeKey:
        @convention(c) (Pointer?, UnsafeMutablePointer<Pointer?>) -> Int32
    @Symbol(symbols, "EVP_PKEY_free") var freeKey: Free
    @Symbol(symbols, "X509_new") var makeCertificate: Make
    @Symbol(symbols, "X509_free") var freeCertificate: Free
    @Symbol(symbols, "X509_set_version") var setVersion: Number
    @Symbol(symbols, "X509_get_serialNumber") var serial: Of
    @Symbol(symbols, "ASN1_INTEGER_set") var setNumber: Number
    @Symbol(symbols, "X509_getm_notBefore") var begin: Of
    @Symbol(symbols, "X509_getm_notAfter") var end: Of
    @Symbol(symbols, "X509_gmtime_adj") var setTime: @convention(c) (Pointer?, Int) -> Pointer?
    @Symbol(symbols, "X509_set_pubkey") var setKey: With
    @Symbol(symbols, "X509_get_subject_name") var subject: Of
    @Symbol(symbols, "X509_set_issuer_name") var setIssuer: With
    @Symbol(symbols, "X509_NAME_add_entry_by_txt") var addEntry:
        @convention(c) (Pointer?, Bytes, Int32, Bytes, Int32, Int32, Int32) -> Int32
    @Symbol(symbols, "X509V3_EXT_conf_nid") var makeExtension:
        @convention(c) (Pointer?, Pointer?, Int32, Bytes) -> Pointer?
    @Symbol(symbols, "X509_add_ext") var addExtension:
        @convention(c) (Pointer?, Pointer?, Int32) -> Int32
    @Symbol(symbols, "X509_EXTENSION_free") var freeExtension: Free
    @Symbol(symbols, "EVP_sha256") var sha256: Make
    @Symbol(symbols, "X509_sign") var sign: @convention(c) (Pointer?, Pointer?, Pointer?) -> Int32

    private static let shared = Result { try TLSLibrary() }

    /// - Throws: A ``ScriptError`` if OpenSSL 3 is missing.
    static func loaded() throws -> TLSLibrary { try shared.get() }

    private init() throws {
        guard symbols.isLoaded else {
            throw ScriptError("a server with TLS needs OpenSSL 3; install libssl3")
        }
        if let name = symbols.missing {
            throw ScriptError("OpenSSL has no \(name); install libssl3")
        }
    }
}
