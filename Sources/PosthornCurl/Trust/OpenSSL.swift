import FoundationEssentials
import Glibc

private let symbols = Symbols()

/// What the check of certificates asks of OpenSSL, which libcurl brings along.
///
/// The types are those of OpenSSL 1.1 and 3; pointers to things of its own are opaque.
struct OpenSSL {
    typealias Output = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    typealias Make = @convention(c) () -> OpaquePointer?
    typealias Part = @convention(c) (OpaquePointer?) -> OpaquePointer?
    typealias PartOfSession = @convention(c) (UnsafeRawPointer?) -> OpaquePointer?
    typealias Number = @convention(c) (OpaquePointer?) -> Int32
    typealias Release = @convention(c) (OpaquePointer?) -> Void
    typealias Write = @convention(c) (OpaquePointer?, Output?) -> Int32
    typealias Callback = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Int32
    typealias SetCallback =
        @convention(c) (UnsafeMutableRawPointer?, Callback, UnsafeMutableRawPointer?) -> Void
    typealias Message =
        @convention(c) (
            Int32, Int32, Int32, UnsafeRawPointer?, Int, OpaquePointer?, UnsafeMutableRawPointer?
        ) -> Void

    @Symbol(symbols, "SSL_CTX_set_cert_verify_callback") var setVerify: SetCallback
    @Symbol(symbols, "SSL_CTX_set_cert_cb") var setChoice: SetCallback
    @Symbol(symbols, "SSL_CTX_set_options") var setOptions:
        @convention(c) (UnsafeMutableRawPointer?, UInt64) -> UInt64
    @Symbol(symbols, "SSL_CTX_ctrl") var control:
        @convention(c) (UnsafeMutableRawPointer?, Int32, Int, UnsafeMutableRawPointer?) -> Int
    @Symbol(symbols, "CRYPTO_get_ex_new_index") var newIndex:
        @convention(c) (
            Int32, Int, UnsafeMutableRawPointer?, OpaquePointer?, OpaquePointer?,
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int32,
                Int, UnsafeMutableRawPointer?
            ) -> Void
        ) -> Int32
    @Symbol(symbols, "SSL_CTX_set_ex_data") var setData:
        @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeMutableRawPointer?) -> Int32
    @Symbol(symbols, "SSL_CTX_get_ex_data") var data:
        @convention(c) (OpaquePointer?, Int32) -> UnsafeMutableRawPointer?
    @Symbol(symbols, "SSL_get_SSL_CTX") var context: PartOfSession
    @Symbol(symbols, "SSL_set_msg_callback") var setMessageCallback:
        @convention(c) (UnsafeRawPointer?, Message) -> Void
    @Symbol(symbols, "SSL_ctrl") var controlSession:
        @convention(c) (UnsafeRawPointer?, Int32, Int, UnsafeMutableRawPointer?) -> Int

    @Symbol(symbols, "X509_verify_cert") var verify: Number
    @Symbol(symbols, "X509_STORE_CTX_get_error") var error: Number
    @Symbol(symbols, "X509_STORE_CTX_set_error") var setError:
        @convention(c) (OpaquePointer?, Int32) -> Void
    @Symbol(symbols, "X509_verify_cert_error_string") var errorText:
        @convention(c) (Int) -> UnsafePointer<CChar>?
    @Symbol(symbols, "X509_STORE_CTX_get0_chain") var verifiedChain: Part
    @Symbol(symbols, "X509_STORE_CTX_get0_untrusted") var sentChain: Part
    @Symbol(symbols, "X509_STORE_CTX_set0_trusted_stack") var trustOnly:
        @convention(c) (OpaquePointer?, OpaquePointer?) -> Void
    @Symbol(symbols, "SSL_get0_verified_chain") var verifiedChainOfSession: PartOfSession
    @Symbol(symbols, "SSL_get_peer_cert_chain") var sentChainOfSession: PartOfSession

    @Symbol(symbols, "OPENSSL_sk_new_null") var newStack: Make
    @Symbol(symbols, "OPENSSL_sk_push") var push:
        @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32
    @Symbol(symbols, "OPENSSL_sk_free") var releaseStack: Release
    @Symbol(symbols, "OPENSSL_sk_num") var count: Number
    @Symbol(symbols, "OPENSSL_sk_value") var item:
        @convention(c) (OpaquePointer?, Int32) -> OpaquePointer?
    @Symbol(symbols, "i2d_X509") var write: Write
    @Symbol(symbols, "d2i_X509") var read:
        @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, Int)
            -> OpaquePointer?
    @Symbol(symbols, "PEM_read_bio_X509_AUX") var readPEM:
        @convention(c) (OpaquePointer?, OpaquePointer?, OpaquePointer?, UnsafePointer<CChar>?)
            -> OpaquePointer?
    @Symbol(symbols, "X509_up_ref") var hold: Number
    @Symbol(symbols, "X509_free") var release: Release
    @Symbol(symbols, "X509_get_X509_PUBKEY") var key: Part
    @Symbol(symbols, "i2d_X509_PUBKEY") var writeKey: Write
    @Symbol(symbols, "X509_check_ip_asc") var isForAddress:
        @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UInt32) -> Int32
    @Symbol(symbols, "X509_get_ext_d2i") var part:
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
        ) -> OpaquePointer?
    @Symbol(symbols, "GENERAL_NAME_get0_value") var nameValue:
        @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int32>?) -> OpaquePointer?
    @Symbol(symbols, "GENERAL_NAMES_free") var releaseNames: Release
    @Symbol(symbols, "ASN1_STRING_get0_data") var stringBytes:
        @convention(c) (OpaquePointer?) -> UnsafePointer<UInt8>?
    @Symbol(symbols, "ASN1_STRING_length") var stringCount: Number

    @Symbol(symbols, "X509_get_subject_name") var subject: Part
    @Symbol(symbols, "X509_get_issuer_name") var issuer: Part
    @Symbol(symbols, "X509_get0_notBefore") var begin: Part
    @Symbol(symbols, "X509_get0_notAfter") var end: Part
    @Symbol(symbols, "ASN1_TIME_to_tm") var time:
        @convention(c) (OpaquePointer?, UnsafeMutablePointer<tm>?) -> Int32
    @Symbol(symbols, "X509_NAME_print_ex") var printName:
        @convention(c) (OpaquePointer?, OpaquePointer?, Int32, UInt) -> Int32
    @Symbol(symbols, "BIO_s_mem") var memoryKind: Make
    @Symbol(symbols, "BIO_new_mem_buf") var newInput:
        @convention(c) (UnsafeRawPointer?, Int32) -> OpaquePointer?
    @Symbol(symbols, "BIO_new") var newOutput: Part
    @Symbol(symbols, "BIO_read") var readOutput:
        @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int32) -> Int32
    @Symbol(symbols, "BIO_free") var releaseBuffer: Number
    @Symbol(symbols, "ERR_peek_last_error") var lastError: @convention(c) () -> UInt
    @Symbol(symbols, "ERR_clear_error") var forgetErrors: @convention(c) () -> Void

    /// `nil` with another TLS library.
    ///
    /// Looked up only if libcurl says that it is built with it: another library of the process may
    /// have brought the same names along.
    static let functions = isNamed(CurlLibrary.tlsLibrary) ? symbols.complete(OpenSSL()) : nil

    /// Whether libcurl's name for its TLS library is OpenSSL's.
    static func isNamed(_ library: String?) -> Bool { library?.hasPrefix("OpenSSL/") == true }

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
