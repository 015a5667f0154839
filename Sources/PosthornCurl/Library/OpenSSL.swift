import FoundationEssentials
import Glibc

private let symbols = Symbols()

/// The functions of OpenSSL, which libcurl loads.
///
/// The signatures are those of OpenSSL 1.1 and 3; pointers to OpenSSL's types are opaque.
struct OpenSSL {
    typealias Pointer = OpaquePointer
    typealias Raw = UnsafeMutableRawPointer
    typealias Session = UnsafeRawPointer
    typealias Output = UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    typealias Make = @convention(c) () -> Pointer?
    typealias Part = @convention(c) (Pointer?) -> Pointer?
    typealias PartOfSession = @convention(c) (Session?) -> Pointer?
    typealias Number = @convention(c) (Pointer?) -> Int32
    typealias Release = @convention(c) (Pointer?) -> Void
    typealias Write = @convention(c) (Pointer?, Output?) -> Int32
    typealias Callback = @convention(c) (Pointer?, Raw?) -> Int32
    typealias SetCallback = @convention(c) (Raw?, Callback, Raw?) -> Void
    typealias ReadPEM =
        @convention(c) (Pointer?, Pointer?, Pointer?, UnsafePointer<CChar>?) -> Pointer?
    typealias Free = @convention(c) (Raw?, Raw?, Raw?, Int32, Int, Raw?) -> Void

    @Symbol(symbols, "SSL_CTX_set_cert_verify_callback") var setVerify: SetCallback
    @Symbol(symbols, "SSL_CTX_set_cert_cb") var setChoice: SetCallback
    @Symbol(symbols, "SSL_CTX_set_options") var setOptions: @convention(c) (Raw?, UInt64) -> UInt64
    @Symbol(symbols, "SSL_CTX_ctrl") var control: @convention(c) (Raw?, Int32, Int, Raw?) -> Int
    @Symbol(symbols, "CRYPTO_get_ex_new_index") var newIndex:
        @convention(c) (Int32, Int, Raw?, Pointer?, Pointer?, Free) -> Int32
    @Symbol(symbols, "SSL_CTX_set_ex_data") var setData: @convention(c) (Raw?, Int32, Raw?) -> Int32
    @Symbol(symbols, "SSL_CTX_get_ex_data") var data: @convention(c) (Pointer?, Int32) -> Raw?
    @Symbol(symbols, "SSL_get_SSL_CTX") var context: PartOfSession
    @Symbol(symbols, "SSL_CTX_set_keylog_callback") var setKeyLog:
        @convention(c) (Raw?, Pointer?) -> Void

    @Symbol(symbols, "SSL_get_version") var version:
        @convention(c) (Session?) -> UnsafePointer<CChar>?
    @Symbol(symbols, "SSL_get_current_cipher") var cipher: PartOfSession
    @Symbol(symbols, "SSL_CIPHER_get_name") var cipherName:
        @convention(c) (Pointer?) -> UnsafePointer<CChar>?
    @Symbol(symbols, "SSL_pending") var pending: @convention(c) (Session?) -> Int32
    @Symbol(symbols, "SSL_get_shutdown") var shutdown: @convention(c) (Session?) -> Int32
    @Symbol(symbols, "SSL_get0_alpn_selected") var protocolName:
        @convention(c) (
            Session?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt32>?
        ) -> Void

    @Symbol(symbols, "X509_verify_cert") var verify: Number
    @Symbol(symbols, "X509_STORE_CTX_get_error") var error: Number
    @Symbol(symbols, "X509_STORE_CTX_set_error") var setError:
        @convention(c) (Pointer?, Int32) -> Void
    @Symbol(symbols, "X509_verify_cert_error_string") var errorText:
        @convention(c) (Int) -> UnsafePointer<CChar>?
    @Symbol(symbols, "X509_STORE_CTX_get0_chain") var verifiedChain: Part
    @Symbol(symbols, "X509_STORE_CTX_get0_untrusted") var sentChain: Part
    @Symbol(symbols, "X509_STORE_CTX_set0_trusted_stack") var trustOnly:
        @convention(c) (Pointer?, Pointer?) -> Void
    @Symbol(symbols, "X509_STORE_CTX_get0_param") var parameters: Part
    @Symbol(symbols, "X509_VERIFY_PARAM_set_flags") var setFlags:
        @convention(c) (Pointer?, UInt) -> Int32
    @Symbol(symbols, "X509_VERIFY_PARAM_clear_flags") var clearFlags:
        @convention(c) (Pointer?, UInt) -> Int32
    @Symbol(symbols, "X509_STORE_CTX_get_error_depth") var errorDepth: Number
    @Symbol(symbols, "X509_STORE_CTX_get0_cert") var ownCertificate: Part
    @Symbol(symbols, "X509_get_ext_by_NID") var place:
        @convention(c) (Pointer?, Int32, Int32) -> Int32
    @Symbol(symbols, "X509_get_extension_flags") var extensionFlags:
        @convention(c) (Pointer?) -> UInt32
    @Symbol(symbols, "SSL_get0_verified_chain") var verifiedChainOfSession: PartOfSession
    @Symbol(symbols, "SSL_get_peer_cert_chain") var sentChainOfSession: PartOfSession

    @Symbol(symbols, "OPENSSL_sk_new_null") var newStack: Make
    @Symbol(symbols, "OPENSSL_sk_push") var push: @convention(c) (Pointer?, Pointer?) -> Int32
    @Symbol(symbols, "OPENSSL_sk_free") var releaseStack: Release
    @Symbol(symbols, "OPENSSL_sk_num") var count: Number
    @Symbol(symbols, "OPENSSL_sk_value") var item: @convention(c) (Pointer?, Int32) -> Pointer?
    @Symbol(symbols, "i2d_X509") var write: Write
    @Symbol(symbols, "d2i_X509") var read:
        @convention(c) (Pointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, Int) -> Pointer?
    @Symbol(symbols, "PEM_read_bio_X509_AUX") var readPEM: ReadPEM
    @Symbol(symbols, "X509_up_ref") var hold: Number
    @Symbol(symbols, "X509_free") var release: Release
    @Symbol(symbols, "X509_get_X509_PUBKEY") var key: Part
    @Symbol(symbols, "i2d_X509_PUBKEY") var writeKey: Write
    @Symbol(symbols, "X509_check_ip_asc") var isForAddress:
        @convention(c) (Pointer?, UnsafePointer<CChar>?, UInt32) -> Int32
    @Symbol(symbols, "X509_get_ext_d2i") var part:
        @convention(c) (
            Pointer?, Int32, UnsafeMutablePointer<Int32>?, UnsafeMutablePointer<Int32>?
        ) -> Pointer?
    @Symbol(symbols, "GENERAL_NAME_get0_value") var nameValue:
        @convention(c) (Pointer?, UnsafeMutablePointer<Int32>?) -> Pointer?
    @Symbol(symbols, "GENERAL_NAMES_free") var releaseNames: Release
    @Symbol(symbols, "ASN1_STRING_get0_data") var stringBytes:
        @convention(c) (Pointer?) -> UnsafePointer<UInt8>?
    @Symbol(symbols, "ASN1_STRING_length") var stringCount: Number
    @Symbol(symbols, "ASN1_STRING_type") var stringKind: Number
    @Symbol(symbols, "X509_get0_serialNumber") var serial: Part

    @Symbol(symbols, "X509_get_subject_name") var subject: Part
    @Symbol(symbols, "X509_get_issuer_name") var issuer: Part
    @Symbol(symbols, "X509_get0_notBefore") var begin: Part
    @Symbol(symbols, "X509_get0_notAfter") var end: Part
    @Symbol(symbols, "ASN1_TIME_to_tm") var time:
        @convention(c) (Pointer?, UnsafeMutablePointer<tm>?) -> Int32
    @Symbol(symbols, "X509_NAME_print_ex") var printName:
        @convention(c) (Pointer?, Pointer?, Int32, UInt) -> Int32
    @Symbol(symbols, "BIO_s_mem") var memoryKind: Make
    @Symbol(symbols, "BIO_new_mem_buf") var newInput:
        @convention(c) (UnsafeRawPointer?, Int32) -> Pointer?
    @Symbol(symbols, "BIO_new") var newOutput: Part
    @Symbol(symbols, "BIO_read") var readOutput: @convention(c) (Pointer?, Raw?, Int32) -> Int32
    @Symbol(symbols, "BIO_free") var releaseBuffer: Number
    @Symbol(symbols, "ERR_peek_last_error") var lastError: @convention(c) () -> UInt
    @Symbol(symbols, "ERR_clear_error") var forgetErrors: @convention(c) () -> Void

    /// The functions; `nil` if libcurl uses another TLS library.
    ///
    /// They are looked up only if libcurl reports OpenSSL, because another library of the process may export
    /// the same names.
    static let functions = isNamed(CurlLibrary.tlsLibrary) ? symbols.complete(OpenSSL()) : nil

    /// Whether libcurl's name for its TLS library is that of OpenSSL.
    static func isNamed(_ library: String?) -> Bool { library?.hasPrefix("OpenSSL/") == true }

    /// Returns the bytes that one of OpenSSL's `i2d` functions writes.
    func bytes(_ thing: Pointer?, by write: Write) -> [UInt8] {
        let count = Int(write(thing, nil))
        guard count > 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            var end = buffer.baseAddress
            written = write(thing, &end) == Int32(count) ? count : 0
        }
    }

    func items(_ stack: Pointer?) -> [Pointer] {
        guard let stack else { return [] }
        return (0..<max(0, count(stack))).compactMap { item(stack, $0) }
    }

    /// Returns the pin of a certificate's key; `nil` if the key can't be read.
    func pin(of certificate: OpaquePointer) -> Pin? {
        let key = bytes(key(certificate), by: writeKey)
        guard !key.isEmpty, let digest = Digest.bytes(of: key) else { return nil }
        return Pin(hash: Data(digest))
    }
}
