import CCurl
import FoundationEssentials

/// A libcurl easy handle and the options that are set on it.
///
/// Used by the loop's thread only. It is the context of libcurl's callbacks, so that it can serve several
/// transfers in succession without setting them again.
final class EasyHandle {
    let raw: UnsafeMutableRawPointer
    /// The transfer that uses the handle; `nil` while it is in the pool.
    var transfer: Transfer? {
        didSet { unheldTransfer = transfer.map { .passUnretained($0) } }
    }
    /// The same transfer without reference counting, for frequent callbacks.
    private(set) var unheldTransfer: Unmanaged<Transfer>?
    /// The option set of the current options; `nil` if they must be set again.
    var optionSet: HandleOptionSet?
    var timeLimits: (total: Duration?, connect: Duration?)?
    /// The age in seconds from which names are looked up again.
    var nameLifetime = EasyHandle.usualNameLifetime
    /// libcurl's default.
    static let usualNameLifetime = 60
    /// The hosts that are connected to at another place.
    var overrides: LineList?
    /// The certificate check of the connection opened most recently with this handle.
    ///
    /// `nil` if none was opened with TLS.
    var check: CertificateCheck?
    private var url: String?
    private var parsedURL: ParsedURL?
    private var fields: HeaderFields?
    /// Whether a header field may hold a credential.
    private var holdsSecrets = false
    private var headers: LineList?

    /// The buffer for libcurl's message about a transfer's first error.
    private let errorBuffer: UnsafeMutablePointer<CChar>

    /// - Parameter raw: libcurl's handle, which this object then owns.
    init(raw: UnsafeMutableRawPointer) {
        self.raw = raw
        errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(raw)
        errorBuffer.deallocate()
    }

    func keepErrorText() throws(TransportError) {
        try set(CURLOPT_ERRORBUFFER, UnsafeRawPointer(errorBuffer))
    }

    /// libcurl's message about the transfer's first error; empty if there was none.
    var errorText: String { String(cString: errorBuffer) }

    func clearErrorText() { errorBuffer.pointee = 0 }

    func reset() {
        curl_easy_reset(raw)
        optionSet = nil
        timeLimits = nil
        nameLifetime = EasyHandle.usualNameLifetime
        overrides = nil
        check = nil
        url = nil
        parsedURL = nil
        fields = nil
        headers = nil
        holdsSecrets = false
    }

    var context: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

    static func from(_ context: UnsafeMutableRawPointer) -> EasyHandle {
        Unmanaged<EasyHandle>.fromOpaque(context).takeUnretainedValue()
    }

    /// The object of a libcurl handle; `nil` if it was never configured.
    static func of(_ raw: UnsafeMutableRawPointer) -> EasyHandle? {
        var pointer: UnsafeMutableRawPointer?
        guard posthorn_getinfo_pointer(raw, CURLINFO_PRIVATE, &pointer) == CURLE_OK, let pointer
        else { return nil }
        return from(pointer)
    }

    func set(url: String, _ parsed: ParsedURL?) throws(TransportError) {
        guard url != self.url else { return }
        // Both are needed: libcurl uses the parsed URL, and reports the text.
        try set(CURLOPT_URL, url)
        try set(CURLOPT_CURLU, parsed.map { UnsafeRawPointer($0.raw) })
        self.url = url
        parsedURL = parsed
    }

    /// Sets the request's header fields.
    ///
    /// - Parameter userAgent: The session's user agent, which never changes.
    func set(_ fields: HeaderFields, userAgent: String?) throws(TransportError) {
        if let set = self.fields, set == fields { return }
        let list = try LineList(fields, userAgent: userAgent)
        try set(CURLOPT_HTTPHEADER, list.raw.map { UnsafeRawPointer($0) })
        headers = consume list
        self.fields = fields
        holdsSecrets = !fields.areHarmless
    }

    /// Removes header fields that may hold a credential, so that no idle handle keeps one.
    func dropSecrets() {
        guard holdsSecrets else { return }
        _ = posthorn_setopt_pointer(raw, CURLOPT_HTTPHEADER, nil)
        headers = nil
        self.fields = nil
        holdsSecrets = false
    }

    func set(_ option: CURLoption, _ value: Int) throws(TransportError) {
        try check(posthorn_setopt_long(raw, option, value), option)
    }

    func set(_ option: CURLoption, _ value: Bool) throws(TransportError) {
        try check(posthorn_setopt_long(raw, option, value ? 1 : 0), option)
    }

    func set(offset option: CURLoption, _ value: Int) throws(TransportError) {
        try check(posthorn_setopt_offset(raw, option, curl_off_t(value)), option)
    }

    /// Sets a string option, which libcurl copies; `nil` unsets it.
    func set(_ option: CURLoption, _ value: String?) throws(TransportError) {
        try check(posthorn_setopt_string(raw, option, value), option)
    }

    /// Sets a blob option, which libcurl copies.
    func set(blob option: CURLoption, _ value: some Sequence<UInt8>) throws(TransportError) {
        let bytes = Array(value)
        try check(posthorn_setopt_blob(raw, option, bytes, bytes.count), option)
    }

    /// Sets a pointer option; libcurl keeps the pointer but does not own it.
    func set(_ option: CURLoption, _ value: UnsafeRawPointer?) throws(TransportError) {
        try check(posthorn_setopt_pointer(raw, option, value), option)
    }

    /// Sets a small body, which libcurl copies; its length must be set before.
    func set(bodyCopy body: Data) throws(TransportError) {
        // A null pointer would make libcurl read the body from a callback.
        let code = body.withUnsafeBytes { bytes in
            posthorn_setopt_pointer(raw, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress ?? context)
        }
        try check(code, CURLOPT_COPYPOSTFIELDS)
    }

    func set(
        _ option: CURLoption, _ callback: @escaping posthorn_data_callback
    ) throws(TransportError) {
        try check(posthorn_setopt_data_callback(raw, option, callback), option)
    }

    func check(_ code: CURLcode, _ option: CURLoption) throws(TransportError) {
        guard code == CURLE_OK else { throw .option(option, code) }
    }
}
