import CCurl
import Posthorn

/// An easy handle, its options by type of argument, and what is known of them.
///
/// Touched by the loop's thread alone. libcurl's callbacks get it as their context, so that it may
/// serve one transfer after the other without being told anew.
final class EasyHandle {
    let raw: UnsafeMutableRawPointer
    /// The transfer that the handle belongs to; `nil` while it is in the pool.
    @exclusivity(unchecked) var transfer: Transfer? {
        didSet { unheldTransfer = transfer.map { .passUnretained($0) } }
    }
    /// The same, for callbacks that come many times.
    @exclusivity(unchecked) private(set) var unheldTransfer: Unmanaged<Transfer>?
    /// What the options are set for; `nil` if they have to be set anew.
    @exclusivity(unchecked) var setup: HandleSetup?
    @exclusivity(unchecked) var timeLimits: (total: Duration?, connect: Duration?)?
    /// Where connections are opened instead of at their hosts.
    var overrides: LineList?
    /// The check of the certificate of the connection that was opened with it last; `nil` if none
    /// was opened with TLS.
    var check: CertificateCheck?
    @exclusivity(unchecked) private var url: String?
    @exclusivity(unchecked) private var parsedURL: ParsedURL?
    @exclusivity(unchecked) private var fields: HeaderFields?
    /// Whether one of the fields may hold a credential.
    @exclusivity(unchecked) private var holdsSecrets = false
    @exclusivity(unchecked) private var headers: LineList?

    /// Where libcurl writes what went wrong first with a transfer.
    private let errorBuffer: UnsafeMutablePointer<CChar>

    /// - Parameter raw: What this owns from now on.
    init(raw: UnsafeMutableRawPointer) {
        self.raw = raw
        errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        curl_easy_cleanup(raw)
        errorBuffer.deallocate()
    }

    /// Has libcurl say in words what goes wrong.
    func keepErrorText() throws(TransportError) {
        try set(CURLOPT_ERRORBUFFER, UnsafeRawPointer(errorBuffer))
    }

    /// What libcurl says went wrong first with the transfer; empty if nothing did.
    var errorText: String { String(cString: errorBuffer) }

    /// Forgets what went wrong with an earlier transfer.
    func clearErrorText() { errorBuffer.pointee = 0 }

    /// Takes back every option.
    func reset() {
        curl_easy_reset(raw)
        setup = nil
        timeLimits = nil
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

    /// The handle that libcurl names; `nil` if it was never configured.
    static func of(_ raw: UnsafeMutableRawPointer) -> EasyHandle? {
        var pointer: UnsafeMutableRawPointer?
        guard posthorn_getinfo_pointer(raw, CURLINFO_PRIVATE, &pointer) == CURLE_OK, let pointer
        else { return nil }
        return from(pointer)
    }

    func set(url: String, _ parsed: ParsedURL?) throws(TransportError) {
        guard url != self.url else { return }
        // Both: libcurl takes the parsed one where there is one, and tells the other.
        try set(CURLOPT_URL, url)
        try set(CURLOPT_CURLU, parsed.map { UnsafeRawPointer($0.raw) })
        self.url = url
        parsedURL = parsed
    }

    /// Sets the request's header fields.
    /// - Parameter userAgent: The session's, which never changes.
    func set(_ fields: HeaderFields, userAgent: String?) throws(TransportError) {
        if let set = self.fields, set == fields { return }
        let list = try LineList(fields, userAgent: userAgent)
        try set(CURLOPT_HTTPHEADER, list.raw.map { UnsafeRawPointer($0) })
        headers = consume list
        self.fields = fields
        holdsSecrets = !fields.areHarmless
    }

    /// Takes back header fields that may hold a credential, so that none waits in an idle handle.
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

    /// Sets a string, which libcurl copies; `nil` unsets it.
    func set(_ option: CURLoption, _ value: String?) throws(TransportError) {
        try check(posthorn_setopt_string(raw, option, value), option)
    }

    /// Sets bytes, which libcurl copies.
    func set(blob option: CURLoption, _ value: some Sequence<UInt8>) throws(TransportError) {
        let bytes = Array(value)
        try check(posthorn_setopt_blob(raw, option, bytes, bytes.count), option)
    }

    /// Sets a pointer, which libcurl keeps and does not own.
    func set(_ option: CURLoption, _ value: UnsafeRawPointer?) throws(TransportError) {
        try check(posthorn_setopt_pointer(raw, option, value), option)
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
