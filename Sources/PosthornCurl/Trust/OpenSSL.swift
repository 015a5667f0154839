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

    let setVerify:
        @convention(c) (UnsafeMutableRawPointer?, Verify, UnsafeMutableRawPointer?) -> Void
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
    let store: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let add: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32

    let count: @convention(c) (OpaquePointer?) -> Int32
    let item: @convention(c) (OpaquePointer?, Int32) -> OpaquePointer?
    let write: @convention(c) (OpaquePointer?, Output?) -> Int32
    let read:
        @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, Int)
            -> OpaquePointer?
    let release: @convention(c) (OpaquePointer?) -> Void
    let key: @convention(c) (OpaquePointer?) -> OpaquePointer?
    let writeKey: @convention(c) (OpaquePointer?, Output?) -> Int32
    let isForHost:
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>?, Int, UInt32, OpaquePointer?
        ) -> Int32
    let isForAddress: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UInt32) -> Int32

    /// `nil` with another TLS library.
    static let functions = try? OpenSSL()

    private struct Missing: Error {}

    private init() throws {
        setVerify = try Self.find("SSL_CTX_set_cert_verify_callback")
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
        store = try Self.find("X509_STORE_CTX_get0_store")
        add = try Self.find("X509_STORE_add_cert")
        count = try Self.find("OPENSSL_sk_num")
        item = try Self.find("OPENSSL_sk_value")
        write = try Self.find("i2d_X509")
        read = try Self.find("d2i_X509")
        release = try Self.find("X509_free")
        key = try Self.find("X509_get_X509_PUBKEY")
        writeKey = try Self.find("i2d_X509_PUBKEY")
        isForHost = try Self.find("X509_check_host")
        isForAddress = try Self.find("X509_check_ip_asc")
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
}
