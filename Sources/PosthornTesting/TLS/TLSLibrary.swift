import Glibc

/// The functions of OpenSSL that a server needs, looked up when the first one speaks TLS.
///
/// The library is the one that libcurl brings along; tests that use no TLS need none.
// SAFETY: pointers to functions, set once.
struct TLSLibrary: @unchecked Sendable {
    typealias Pointer = UnsafeMutableRawPointer
    typealias Bytes = UnsafePointer<CChar>

    typealias Make = @convention(c) () -> Pointer?
    typealias Free = @convention(c) (Pointer?) -> Void
    typealias Of = @convention(c) (Pointer?) -> Pointer?
    typealias Act = @convention(c) (Pointer?) -> Int32
    typealias With = @convention(c) (Pointer?, Pointer?) -> Int32
    typealias Number = @convention(c) (Pointer?, Int) -> Int32

    let serverMethod: Make
    let makeContext: Of
    let freeContext: Free
    let useCertificate: With
    let useKey: With
    let control: @convention(c) (Pointer?, Int32, Int, Pointer?) -> Int
    typealias Choice =
        @convention(c) (
            Pointer?, Pointer?, Pointer?, UnsafePointer<UInt8>?, UInt32, Pointer?
        ) -> Int32
    let setChoice: @convention(c) (Pointer?, Choice?, Pointer?) -> Void
    let choose:
        @convention(c) (
            Pointer?, Pointer?, UnsafePointer<UInt8>?, UInt32, UnsafePointer<UInt8>?, UInt32
        ) -> Int32
    let makeSession: Of
    let freeSession: Free
    let setSocket: @convention(c) (Pointer?, Int32) -> Int32
    let accept: Act
    let read: @convention(c) (Pointer?, Pointer?, Int32) -> Int32
    let write: @convention(c) (Pointer?, UnsafeRawPointer?, Int32) -> Int32
    let error: @convention(c) (Pointer?, Int32) -> Int32
    let shutdown: Act

    let makeText: @convention(c) (UnsafeRawPointer?, Int32) -> Pointer?
    let makeMemory: Of
    let memoryMethod: Make
    let freeText: Free
    let controlText: @convention(c) (Pointer?, Int32, Int, Pointer?) -> Int
    typealias ReadPEM = @convention(c) (Pointer?, Pointer?, Pointer?, Pointer?) -> Pointer?
    let readCertificate: ReadPEM
    let readKey: ReadPEM
    let writeCertificate: With
    let writeKey:
        @convention(c) (
            Pointer?, Pointer?, Pointer?, Pointer?, Int32, Pointer?, Pointer?
        ) -> Int32

    let makeKeyContext: @convention(c) (Int32, Pointer?) -> Pointer?
    let freeKeyContext: Free
    let beginKey: Act
    let setGroup: @convention(c) (Pointer?, Bytes) -> Int32
    let makeKey: @convention(c) (Pointer?, UnsafeMutablePointer<Pointer?>) -> Int32
    let freeKey: Free
    let makeCertificate: Make
    let freeCertificate: Free
    let setVersion: Number
    let serial: Of
    let setNumber: Number
    let begin: Of
    let end: Of
    let setTime: @convention(c) (Pointer?, Int) -> Pointer?
    let setKey: With
    let subject: Of
    let setIssuer: With
    let addEntry: @convention(c) (Pointer?, Bytes, Int32, Bytes, Int32, Int32, Int32) -> Int32
    let makeExtension: @convention(c) (Pointer?, Pointer?, Int32, Bytes) -> Pointer?
    let addExtension: @convention(c) (Pointer?, Pointer?, Int32) -> Int32
    let freeExtension: Free
    let sha256: Make
    let sign: @convention(c) (Pointer?, Pointer?, Pointer?) -> Int32

    private static let shared = Result { try TLSLibrary() }

    /// - Throws: a ``ScriptError`` if there is no OpenSSL 3.
    static func loaded() throws -> TLSLibrary { try shared.get() }

    private init() throws {
        guard let library = dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL) else {
            throw ScriptError("a server with TLS needs OpenSSL 3; install libssl3")
        }
        func find<Function>(_ name: String, _ type: Function.Type = Function.self) throws
            -> Function
        {
            guard let function = dlsym(library, name) else {
                throw ScriptError("OpenSSL has no \(name); install libssl3")
            }
            return unsafeBitCast(function, to: Function.self)
        }
        serverMethod = try find("TLS_server_method")
        makeContext = try find("SSL_CTX_new")
        freeContext = try find("SSL_CTX_free")
        useCertificate = try find("SSL_CTX_use_certificate")
        useKey = try find("SSL_CTX_use_PrivateKey")
        control = try find("SSL_CTX_ctrl")
        setChoice = try find("SSL_CTX_set_alpn_select_cb")
        choose = try find("SSL_select_next_proto")
        makeSession = try find("SSL_new")
        freeSession = try find("SSL_free")
        setSocket = try find("SSL_set_fd")
        accept = try find("SSL_accept")
        read = try find("SSL_read")
        write = try find("SSL_write")
        error = try find("SSL_get_error")
        shutdown = try find("SSL_shutdown")
        makeText = try find("BIO_new_mem_buf")
        makeMemory = try find("BIO_new")
        memoryMethod = try find("BIO_s_mem")
        freeText = try find("BIO_free_all")
        controlText = try find("BIO_ctrl")
        readCertificate = try find("PEM_read_bio_X509")
        readKey = try find("PEM_read_bio_PrivateKey")
        writeCertificate = try find("PEM_write_bio_X509")
        writeKey = try find("PEM_write_bio_PrivateKey")
        makeKeyContext = try find("EVP_PKEY_CTX_new_id")
        freeKeyContext = try find("EVP_PKEY_CTX_free")
        beginKey = try find("EVP_PKEY_keygen_init")
        setGroup = try find("EVP_PKEY_CTX_set_group_name")
        makeKey = try find("EVP_PKEY_keygen")
        freeKey = try find("EVP_PKEY_free")
        makeCertificate = try find("X509_new")
        freeCertificate = try find("X509_free")
        setVersion = try find("X509_set_version")
        serial = try find("X509_get_serialNumber")
        setNumber = try find("ASN1_INTEGER_set")
        begin = try find("X509_getm_notBefore")
        end = try find("X509_getm_notAfter")
        setTime = try find("X509_gmtime_adj")
        setKey = try find("X509_set_pubkey")
        subject = try find("X509_get_subject_name")
        setIssuer = try find("X509_set_issuer_name")
        addEntry = try find("X509_NAME_add_entry_by_txt")
        makeExtension = try find("X509V3_EXT_conf_nid")
        addExtension = try find("X509_add_ext")
        freeExtension = try find("X509_EXTENSION_free")
        sha256 = try find("EVP_sha256")
        sign = try find("X509_sign")
    }
}
