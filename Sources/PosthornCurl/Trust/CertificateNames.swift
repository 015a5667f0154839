import Glibc

/// The subject alternative names of a certificate (RFC 5280, section 4.2.1.6).
struct CertificateNames {
    private var hosts: [[UInt8]] = []
    private let certificate: OpaquePointer
    private let functions: OpenSSL
    /// Whether the certificate names a host or an address.
    ///
    /// Without such a name, libcurl would use the subject's common name (RFC 9525, section 2).
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

    /// Returns whether one of the names matches a host, or an address without brackets.
    func include(_ host: String) -> Bool {
        var address = in6_addr()
        if inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1 {
            return functions.isForAddress(certificate, host, 0) == 1
        }
        return hosts.contains { Self.covers($0, host) }
    }

    /// Returns whether a certificate's name matches a host.
    ///
    /// It matches if it is equal, or if it has `*` as its whole first label, followed by at least two labels
    /// (RFC 9525, section 6.3). OpenSSL's own comparison rejects wildcard matches of hosts with `_`;
    /// libcurl's accepts them.
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
    /// OpenSSL's number of the subject alternative name extension.
    private static let alternativeNames: Int32 = 85
    private static let hostKind: Int32 = 2
    private static let addressKind: Int32 = 7
}
