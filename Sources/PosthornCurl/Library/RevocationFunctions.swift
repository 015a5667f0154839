import Glibc

private let symbols = Symbols()

/// The functions of OpenSSL for revocation lists and OCSP responses; see ``OpenSSL``.
struct RevocationFunctions {
    typealias Pointer = OpaquePointer
    typealias Bytes = UnsafeMutablePointer<UnsafePointer<UInt8>?>
    typealias Read = @convention(c) (Pointer?, Bytes?, Int) -> Pointer?
    typealias Release = @convention(c) (Pointer?) -> Void
    typealias Output = UnsafeMutablePointer<Pointer?>

    @Symbol(symbols, "d2i_X509_CRL") var readList: Read
    @Symbol(symbols, "PEM_read_bio_X509_CRL") var readPEM:
        @convention(c) (Pointer?, Pointer?, Pointer?, UnsafePointer<CChar>?) -> Pointer?
    @Symbol(symbols, "X509_CRL_free") var releaseList: Release
    @Symbol(symbols, "X509_STORE_CTX_set0_crls") var setLists:
        @convention(c) (Pointer?, Pointer?) -> Void

    @Symbol(symbols, "d2i_OCSP_RESPONSE") var readResponse: Read
    @Symbol(symbols, "OCSP_RESPONSE_free") var releaseResponse: Release
    @Symbol(symbols, "OCSP_response_status") var status: @convention(c) (Pointer?) -> Int32
    @Symbol(symbols, "OCSP_response_get1_basic") var basic: @convention(c) (Pointer?) -> Pointer?
    @Symbol(symbols, "OCSP_BASICRESP_free") var releaseBasic: Release
    @Symbol(symbols, "OCSP_basic_verify") var verify:
        @convention(c) (Pointer?, Pointer?, Pointer?, UInt) -> Int32
    @Symbol(symbols, "EVP_sha1") var sha1: @convention(c) () -> Pointer?
    @Symbol(symbols, "OCSP_resp_count") var count: @convention(c) (Pointer?) -> Int32
    @Symbol(symbols, "OCSP_resp_get0") var item: @convention(c) (Pointer?, Int32) -> Pointer?
    @Symbol(symbols, "OCSP_SINGLERESP_get0_id") var id: @convention(c) (Pointer?) -> Pointer?
    @Symbol(symbols, "OCSP_id_get0_info") var idParts:
        @convention(c) (Output?, Output?, Output?, Output?, Pointer?) -> Int32
    @Symbol(symbols, "OBJ_obj2nid") var number: @convention(c) (Pointer?) -> Int32
    @Symbol(symbols, "EVP_get_digestbyname") var digest:
        @convention(c) (UnsafePointer<CChar>?) -> Pointer?
    @Symbol(symbols, "OBJ_nid2sn") var shortName: @convention(c) (Int32) -> UnsafePointer<CChar>?
    @Symbol(symbols, "OCSP_cert_to_id") var makeID:
        @convention(c) (Pointer?, Pointer?, Pointer?) -> Pointer?
    @Symbol(symbols, "OCSP_id_cmp") var differ: @convention(c) (Pointer?, Pointer?) -> Int32
    @Symbol(symbols, "OCSP_CERTID_free") var releaseID: Release
    @Symbol(symbols, "OCSP_single_get0_status") var singleStatus:
        @convention(c) (Pointer?, UnsafeMutablePointer<Int32>?, Output?, Output?, Output?) -> Int32
    @Symbol(symbols, "OCSP_check_validity") var isCurrent:
        @convention(c) (Pointer?, Pointer?, Int, Int) -> Int32

    @Symbol(symbols, "X509_STORE_new") var newStore: @convention(c) () -> Pointer?
    @Symbol(symbols, "X509_STORE_add_cert") var add: @convention(c) (Pointer?, Pointer?) -> Int32
    @Symbol(symbols, "X509_STORE_set_flags") var setFlags: @convention(c) (Pointer?, UInt) -> Int32
    @Symbol(symbols, "X509_STORE_free") var releaseStore: Release

    @Symbol(symbols, "SSL_CTX_callback_ctrl") var setCallback:
        @convention(c) (
            UnsafeMutableRawPointer?, Int32,
            @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
        ) -> Int
    @Symbol(symbols, "SSL_ctrl") var control:
        @convention(c) (UnsafeMutableRawPointer?, Int32, Int, UnsafeMutableRawPointer?) -> Int
    @Symbol(symbols, "SSL_session_reused") var isResumed:
        @convention(c) (UnsafeMutableRawPointer?) -> Int32

    @Symbol(symbols, "ASN1_INTEGER_get") var integer: @convention(c) (Pointer?) -> Int
    @Symbol(symbols, "ASN1_INTEGER_free") var releaseInteger: Release
    @Symbol(symbols, "OPENSSL_sk_pop_free") var releaseItems:
        @convention(c) (Pointer?, Release) -> Void

    /// `nil` if libcurl uses another TLS library.
    static let functions = OpenSSL.functions == nil ? nil : symbols.complete(RevocationFunctions())
}
