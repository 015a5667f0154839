import FoundationEssentials
import Glibc

/// What the check of certificates asks of OpenSSL, which libcurl brings along.
///
/// Looked up at run time: its headers are not among the packages that we ask for. The types are those
/// of OpenSSL 1.1 and 3; pointers to things of its own are opaque.
struct OpenSSL {
    typealias Verify = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32
    typealias Output = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    typealias Free =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int32,
            Int, UnsafeMutableRawPointer?
        ) -> Void

    typealias Message =
        @convention(c) (
            Int32, Int32, Int32, UnsafeRawPointer?, Int, OpaquePointer?, UnsafeMutableRawPointer?
        ) -> Void

    typealias Choose = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32

    let setVerify:
        @convention(c) (UnsafeMutableRawPointer?, Verify, UnsafeMutableRawPointer?) -> Void
    let setChoice:
        @convention(c) (UnsafeMutableRawPointer?, Choose, UnsafeMutableRawPointer?) -> Void
    let setOptions: @convention(c) (UnsafeMutableRawPointer?, UInt64) -> UInt64
    let control:
        @convention(c) (UnsafeMutableRawPointer?, Int32, Int, UnsafeMutableRawPointer?) -> Int
    let newIndex:
        @convention(c) (
            Int32, Int, UnsafeMutableRawPointer?, OpaquePointer?, OpaquePointer?, Free
        ) -> Int32
    let setData: @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeMutableRawPointer?) -> Int32
    let data: @convention(c) (OpaquePointer?, Int32) -> UnsafeMutableRawPointer?
    let context: @convention(c) (UnsafeRawPointer?) -> OpaquePointer?

    let setMessageCallback: @convention(c) (UnsafeRawPointer?, Message) -> Void
    let controlSession:
        @convention(c) (UnsafeRawPointer?, Int32, Int, UnsafeMutableRawPointer?) -> Int

    let verify: @convention(c) (OpaquePointer?) -> Int32
    let error: @convention(c) (OpaquePointer?) -> Int32
    let setError: @convention(c) (OpaquePointer?, Int32) -> Void
    let errorText: @convention(c) (Int) -> UnsafePointer<CChar>?
    let verifiedChain: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let sentChain: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let trustOnly: @convention(c) (OpaquePointer?, OpaquePointer?) -> Void
    let verifiedChainOfSession: @convention(c) (UnsafeRawPointer?) -> OpaquePointer?
    let sentChainOfSession: @convention(c) (UnsafeRawPointer?) -> OpaquePointer?

    let newStack: @convention(c) () -> OpaquePointer?
    let push: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32
    let releaseStack: @convention(c) (OpaquePointer?) -> Void
    let count: @convention(c) (OpaquePointer?) -> Int32
    let item: @convention(c) (OpaquePointer?, Int32) -> OpaquePointer?
    let write: @convention(c) (OpaquePointer?, Output?) -> Int32
    let read:
        @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, Int)
            -> OpaquePointer?
    let readPEM:
        @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?, UnsafePointer<CChar>?)
            -> OpaquePointer?
    let hold: @convention(c) (OpaquePointer?) -> Int32
    let release: @convention(c) (OpaquePointer?) -> Void
    let key: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let writeKey: @convention(c) (OpaquePointer?, Output?) -> Int32
    let isForAddress: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UInt32) -> Int32
    let part:
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
        ) -> OpaquePointer?
    let nameValue: @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int32>?) -> OpaquePointer?
    let releaseNames: @convention(c) (OpaquePointer?) -> Void
    let stringBytes: @convention(c) (OpaquePointer?) -> UnsafePointer<UInt8>?
    let stringCount: @convention(c) (OpaquePointer?) -> Int32

    let subject: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let issuer: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let begin: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let end: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let time: @convention(c) (OpaquePointer?, UnsafeMutablePointer<tm>?) -> Int32
    let printName: @convention(c) (OpaquePointer?, OpaquePointer?, Int32, UInt) -> Int32
    let memoryKind: @convention(c) () -> OpaquePointer?
    let newInput: @convention(c) (UnsafeRawPointer?, Int32) -> OpaquePointer?
    let newOutput: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let readOutput: @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int32) -> Int32
    let releaseBuffer: @convention(c) (OpaquePointer?) -> Int32
    let lastError: @convention(c) () -> UInt
    let forgetErrors: @convention(c) () -> Void

    /// `nil` with another TLS library.
    ///
    /// Looked up only if libcurl says that it is built with it: another library of the process may
    /// have brought the same names along.
    static let functions = isNamed(CurlLibrary.tlsLibrary) ? try? OpenSSL() : nil

    /// Whether libcurl's name for its TLS library is OpenSSL's.
    static func isNamed(_ library: String?) -> Bool { library?.hasPrefix("OpenSSL/") == true }

    private struct Missing: Error {}

    private init() throws {
        setVerify = try Self.find("SSL_CTX_set_cert_verify_callback")
        setChoice = try Self.find("SSL_CTX_set_cert_cb")
        setOptions = try Self.find("SSL_CTX_set_options")
        control = try Self.find("SSL_CTX_ctrl")
        newIndex = try Self.find("CRYPTO_get_ex_new_index")
        setData = try Self.find("SSL_CTX_set_ex_data")
        data = try Self.find("SSL_CTX_get_ex_data")
        context = try Self.find("SSL_get_SSL_CTX")
        setMessageCallback = try Self.find("SSL_set_msg_callback")
        controlSession = try Self.find("SSL_ctrl")
        verify = try Self.find("X509_verify_cert")
        error = try Self.find("X509_STORE_CTX_get_error")
        setError = try Self.find("X509_STORE_CTX_set_error")
        errorText = try Self.find("X509_verify_cert_error_string")
        verifiedChain = try Self.find("X509_STORE_CTX_get0_chain")
        sentChain = try Self.find("X509_STORE_CTX_get0_untrusted")
        trustOnly = try Self.find("X509_STORE_CTX_set0_trusted_stack")
        verifiedChainOfSession = try Self.find("SSL_get0_verified_chain")
        sentChainOfSession = try Self.find("SSL_get_peer_cert_chain")
        newStack = try Self.find("OPENSSL_sk_new_null")
        push = try Self.find("OPENSSL_sk_push")
        releaseStack = try Self.find("OPENSSL_sk_free")
        count = try Self.find("OPENSSL_sk_num")
        item = try Self.find("OPENSSL_sk_value")
        write = try Self.find("i2d_X509")
        read = try Self.find("d2i_X509")
        readPEM = try Self.find("PEM_read_bio_X509_AUX")
        hold = try Self.find("X509_up_ref")
        release = try Self.find("X509_free")
        key = try Self.find("X509_get_X509_PUBKEY")
        writeKey = try Self.find("i2d_X509_PUBKEY")
        isForAddress = try Self.find("X509_check_ip_asc")
        part = try Self.find("X509_get_ext_d2i")
        nameValue = try Self.find("GENERAL_NAME_get0_value")
        releaseNames = try Self.find("GENERAL_NAMES_free")
        stringBytes = try Self.find("ASN1_STRING_get0_data")
        stringCount = try Self.find("ASN1_STRING_length")
        subject = try Self.find("X509_get_subject_name")
        issuer = try Self.find("X509_get_issuer_name")
        begin = try Self.find("X509_get0_notBefore")
        end = try Self.find("X509_get0_notAfter")
        time = try Self.find("ASN1_TIME_to_tm")
        printName = try Self.find("X509_NAME_print_ex")
        memoryKind = try Self.find("BIO_s_mem")
        newInput = try Self.find("BIO_new_mem_buf")
        newOutput = try Self.find("BIO_new")
        readOutput = try Self.find("BIO_read")
        releaseBuffer = try Self.find("BIO_free")
        lastError = try Self.find("ERR_peek_last_error")
        forgetErrors = try Self.find("ERR_clear_error")
    }

    private static func find<Function>(_ name: String) throws -> Function {
        guard let symbol = dlsym(nil, name) else { throw Missing() }
        return unsafeBitCast(symbol, to: Function.self)
    }

    /// Bytes that OpenSSL writes by one of its `i2d` functions.
    func bytes(_ thing: OpaquePointer?, by write: (OpaquePointer?, Output?) -> Int32) -> [UInt8] {
        let count = Int(write(thing, nil))
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            var end = buffer.baseAddress
            written = write(thing, &end) == Int32(count) ? count : 0
        }
    }

    /// What a stack holds.
    func items(_ stack: OpaquePointer?) -> [OpaquePointer] {
        guard let stack else { return [] }
        return (0..<max(0, count(stack))).compactMap { item(stack, $0) }
    }

    /// The pin of a certificate's key.
    ///
    /// `nil` if it has none that can be read.
    func pin(of certificate: OpaquePointer) -> String? {
        let key = bytes(key(certificate), by: writeKey)
        guard !key.isEmpty, let digest = Digest.bytes(of: key) else { return nil }
        return "sha256/" + Data(digest).base64EncodedString()
    }
}
