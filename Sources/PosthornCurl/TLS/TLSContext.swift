/// An OpenSSL context, for the algorithms of a session.
struct TLSContext {
    private let raw: UnsafeMutableRawPointer
    private let openSSL: OpenSSL
    private let functions: ContextFunctions

    /// Returns `nil` if libcurl uses another TLS library.
    init?(_ raw: UnsafeMutableRawPointer) {
        guard let openSSL = OpenSSL.functions, let functions = ContextFunctions.functions else {
            return nil
        }
        (self.raw, self.openSSL, self.functions) = (raw, openSSL, functions)
    }

    /// Calls a closure with a new context; returns `nil` without OpenSSL.
    static func withNew<Result>(_ body: (TLSContext) -> Result) -> Result? {
        guard let functions = ContextFunctions.functions,
            let raw = functions.newContext(functions.method())
        else { return nil }
        defer {
            functions.release(raw)
            OpenSSL.functions?.forgetErrors()
        }
        return TLSContext(raw).map(body)
    }

    /// Applies a session's options; returns whether OpenSSL took them.
    func apply(_ algorithms: TLSAlgorithms, isLimitedToTLS12: Bool) -> Bool {
        var isTaken = true
        if isLimitedToTLS12 { isTaken = setNewest(Self.tls12) }
        if let suites = algorithms.cipherSuites {
            let newer = suites.filter(\.isOfTLS13)
            let older = suites.filter { !$0.isOfTLS13 }
            isTaken =
                isTaken && (newer.isEmpty ? setNewest(Self.tls12) : set(newer, isOfTLS13: true))
                && (older.isEmpty ? setOldest(Self.tls13) : set(older, isOfTLS13: false))
        }
        if let groups = algorithms.groups { isTaken = isTaken && set(groups) }
        if let signatures = algorithms.signatureAlgorithms { isTaken = isTaken && set(signatures) }
        return isTaken
    }

    func set(_ suites: [TLSAlgorithms.CipherSuite], isOfTLS13: Bool) -> Bool {
        let names = suites.map(\.rawValue).joined(separator: ":")
        let set = isOfTLS13 ? functions.setSuitesOfTLS13 : functions.setSuites
        return set(raw, names) == 1
    }

    func set(_ groups: [TLSAlgorithms.Group]) -> Bool {
        set(groups.map(\.rawValue), Self.setGroups)
    }

    func set(_ signatures: [TLSAlgorithms.SignatureAlgorithm]) -> Bool {
        set(signatures.map(\.rawValue), Self.setSignatures)
    }

    private func set(_ names: [String], _ command: Int32) -> Bool {
        var text = Array(names.joined(separator: ":").utf8CString)
        return text.withUnsafeMutableBytes { openSSL.control(raw, command, 0, $0.baseAddress) } == 1
    }

    private func setNewest(_ version: Int) -> Bool {
        openSSL.control(raw, Self.setMaximum, version, nil) == 1
    }

    private func setOldest(_ version: Int) -> Bool {
        openSSL.control(raw, Self.setMinimum, version, nil) == 1
    }

    /// Whether OpenSSL has a suite of this name that authenticates the server and encrypts.
    func has(_ suite: TLSAlgorithms.CipherSuite) -> Bool {
        guard set([suite], isOfTLS13: suite.isOfTLS13) else { return false }
        return openSSL.items(functions.suites(raw)).contains {
            guard let name = openSSL.cipherName($0), String(cString: name) == suite.rawValue else {
                return false
            }
            return Self.authentications.contains(functions.authentication($0))
                && functions.bits($0, nil) >= 112
        }
    }

    /// OpenSSL's numbers of authentication by RSA, by ECDSA, and by any signature (TLS 1.3).
    private static let authentications: Set<Int32> = [1046, 1047, 1064]
    private static let tls12 = 0x0303
    private static let tls13 = 0x0304
    private static let setMinimum: Int32 = 123
    private static let setMaximum: Int32 = 124
    private static let setGroups: Int32 = 92
    private static let setSignatures: Int32 = 98
}
