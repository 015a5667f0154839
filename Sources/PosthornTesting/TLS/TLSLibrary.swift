import Glibc
import Posthorn

/// The OpenSSL functions that a server needs, loaded when the first server with TLS starts.
///
/// The library is the one that libcurl depends on. Tests without TLS do not need it.
// SAFETY: function pointers that are set once.
struct TLSLibrary: @unchecked Sendable {
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

    @Symbol("TLS_server_method") var serverMethod: Make
    @Symbol("SSL_CTX_new") var makeContext: Of
    @Symbol("SSL_CTX_free") var freeContext: Free
    @Symbol("SSL_CTX_use_certificate") var useCertificate: With
    @Symbol("SSL_CTX_use_PrivateKey") var useKey: With
    @Symbol("SSL_CTX_ctrl") var control: Control
    @Symbol("SSL_CTX_set_alpn_select_cb") var setChoice:
        @convention(c) (Pointer?, Choice?, Pointer?) -> Void
    @Symbol("SSL_select_next_proto") var choose:
        @convention(c) (
            Pointer?, Pointer?, UnsafePointer<UInt8>?, UInt32, UnsafePointer<UInt8>?, UInt32
        ) -> Int32
    @Symbol("SSL_new") var makeSession: Of
    @Symbol("SSL_free") var freeSession: Free
    @Symbol("SSL_set_fd") var setSocket: @convention(c) (Pointer?, Int32) -> Int32
    @Symbol("SSL_accept") var accept: Act
    @Symbol("SSL_read") var read: @convention(c) (Pointer?, Pointer?, Int32) -> Int32
    @Symbol("SSL_write") var write: @convention(c) (Pointer?, UnsafeRawPointer?, Int32) -> Int32
    @Symbol("SSL_get_error") var error: @convention(c) (Pointer?, Int32) -> Int32
    @Symbol("SSL_shutdown") var shutdown: Act

    @Symbol("BIO_new_mem_buf") var makeText: @convention(c) (UnsafeRawPointer?, Int32) -> Pointer?
    @Symbol("BIO_new") var makeMemory: Of
    @Symbol("BIO_s_mem") var memoryMethod: Make
    @Symbol("BIO_free_all") var freeText: Free
    @Symbol("BIO_ctrl") var controlText: Control
    @Symbol("PEM_read_bio_X509") var readCertificate: ReadPEM
    @Symbol("PEM_read_bio_PrivateKey") var readKey: ReadPEM
    @Symbol("PEM_write_bio_X509") var writeCertificate: With
    @Symbol("PEM_write_bio_PrivateKey") var writeKey:
        @convention(c) (Pointer?, Pointer?, Pointer?, Pointer?, Int32, Pointer?, Pointer?) -> Int32

    @Symbol("EVP_PKEY_CTX_new_id") var makeKeyContext: @convention(c) (Int32, Pointer?) -> Pointer?
    @Symbol("EVP_PKEY_CTX_free") var freeKeyContext: Free
    @Symbol("EVP_PKEY_keygen_init") var beginKey: Act
    @Symbol("EVP_PKEY_CTX_set_group_name") var setGroup: @convention(c) (Pointer?, Bytes) -> Int32
    @Symbol("EVP_PKEY_keygen") var makeKey:
        @convention(c) (Pointer?, UnsafeMutablePointer<Pointer?>) -> Int32
    @Symbol("EVP_PKEY_free") var freeKey: Free
    @Symbol("X509_new") var makeCertificate: Make
    @Symbol("X509_free") var freeCertificate: Free
    @Symbol("X509_set_version") var setVersion: Number
    @Symbol("X509_get_serialNumber") var serial: Of
    @Symbol("ASN1_INTEGER_set") var setNumber: Number
    @Symbol("X509_getm_notBefore") var begin: Of
    @Symbol("X509_getm_notAfter") var end: Of
    @Symbol("X509_gmtime_adj") var setTime: @convention(c) (Pointer?, Int) -> Pointer?
    @Symbol("X509_set_pubkey") var setKey: With
    @Symbol("X509_get_subject_name") var subject: Of
    @Symbol("X509_set_issuer_name") var setIssuer: With
    @Symbol("X509_NAME_add_entry_by_txt") var addEntry:
        @convention(c) (Pointer?, Bytes, Int32, Bytes, Int32, Int32, Int32) -> Int32
    @Symbol("X509V3_EXT_conf_nid") var makeExtension:
        @convention(c) (Pointer?, Pointer?, Int32, Bytes) -> Pointer?
    @Symbol("X509_add_ext") var addExtension: @convention(c) (Pointer?, Pointer?, Int32) -> Int32
    @Symbol("X509_EXTENSION_free") var freeExtension: Free
    @Symbol("EVP_sha256") var sha256: Make
    @Symbol("X509_sign") var sign: @convention(c) (Pointer?, Pointer?, Pointer?) -> Int32

    private static let shared = Result { try TLSLibrary() }

    /// - Throws: A ``ScriptError`` if OpenSSL 3 is missing.
    static func loaded() throws -> TLSLibrary { try shared.get() }

    private init() throws {
        guard Symbols.library != nil else {
            throw ScriptError("a server with TLS needs OpenSSL 3; install libssl3")
        }
        if let name = Symbols.missing.withLock({ $0 }) {
            throw ScriptError("OpenSSL has no \(name); install libssl3")
        }
    }
}

private enum Symbols {
    // SAFETY: a constant handle, which dlsym accepts on any thread (dlsym(3)).
    nonisolated(unsafe) static let library = dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL)
    /// The name of the first function that the library does not have.
    static let missing = Locked<String?>(nil)
}

/// An OpenSSL function, found by its name.
///
/// ``TLSLibrary/loaded()`` throws if a function is missing, before any of them is called.
@propertyWrapper
struct Symbol<Function> {
    private let place: UnsafeMutableRawPointer?

    init(_ name: String) {
        place = Symbols.library.flatMap { dlsym($0, name) }
        if place == nil { Symbols.missing.withLock { $0 = $0 ?? name } }
    }

    var wrappedValue: Function { unsafeBitCast(place, to: Function.self) }
}
