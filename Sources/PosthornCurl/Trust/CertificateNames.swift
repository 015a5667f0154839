import Glibc

/// The alternative names of a certificate (RFC 5280, section 4.2.1.6).
struct CertificateNames {
    private var hosts: [[UInt8]] = []
    private let certificate: OpaquePointer
    private let functions: OpenSSL
    /// Whether it has a name of a host or an address.
    ///
    /// Without one, libcurl would look at the subject's common name (RFC 9525, section 2).
    private(set) var isNamed = false

    init(of certificate: OpaquePointer, _ functions: OpenSSL) {
        (self.certificate, self.functions) = (certificate, functions)
        let names = functions.part(certificate, Self.alternativeNames, nil, nil)
        defer { functions.releaseNames(names) }
        for name in functions.items(names) {
            var kind: Int32 = 0
            let value = functions.nameValue(name, &kind)
            guard kind == Self.hostKind || kind == Self.addressKind, let value else { continue }
            isNamed = true
            guard kind == Self.hostKind, let bytes = functions.stringBytes(value) else { continue }
            let count = Int(functions.stringCount(value))
            hosts.append(Array(UnsafeBufferPointer(start: bytes, count: count)))
        }
    }

    /// Whether one of them is that of a host, or of an address without brackets.
    func include(_ host: String) -> Bool {
        var address = in6_addr()
        if inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1 {
            return functions.isForAddress(certificate, host, 0) == 1
        }
        return hosts.contains { Self.covers($0, host) }
    }

    /// Whether a name is that of a host: the same one, or with `*` for its first label as a whole (RFC
    /// 9525, section 6.3), before at least two more.
    ///
    /// OpenSSL's own comparison takes no host with `_` for what a wildcard covers; libcurl's does.
    static func covers(_ name: [UInt8], _ host: String) -> Bool {
        let (name, host) = (lowered(name), lowered(Array(host.utf8)))
        if name == host { return !host.isEmpty }
        guard name.starts(with: [asterisk, dot]), let end = host.firstIndex(of: dot), end > 0,
            name[2...].contains(dot), name.last != dot
        else { return false }
        return name[1...].elementsEqual(host[end...])
    }

    private static func lowered(_ name: [UInt8]) -> [UInt8] {
        name.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
    }

    private static let dot = UInt8(ascii: ".")
    private static let asterisk = UInt8(ascii: "*")
    /// OpenSSL's number of the extension.
    private static let alternativeNames: Int32 = 85
    private static let hostKind: Int32 = 2
    private static let addressKind: Int32 = 7
}
