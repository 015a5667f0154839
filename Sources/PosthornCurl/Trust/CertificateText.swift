import FoundationEssentials
import Glibc

/// The readable contents of a certificate.
enum CertificateText {
    static func read(_ der: Data, _ functions: OpenSSL) -> TransportMetrics.Certificate? {
        guard let certificate = functions.certificate(Array(der)) else { return nil }
        defer { functions.release(certificate) }
        guard let begin = date(functions.begin(certificate), functions),
            let end = date(functions.end(certificate), functions),
            let pin = functions.pin(of: certificate)
        else { return nil }
        return TransportMetrics.Certificate(
            subject: text(functions.subject(certificate), functions),
            issuer: text(functions.issuer(certificate), functions), validFrom: begin,
            validUntil: end, publicKeyPin: pin, bytes: der)
    }

    private static func date(_ time: OpaquePointer?, _ functions: OpenSSL) -> Date? {
        var parts = tm()
        guard functions.time(time, &parts) == 1 else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(timegm(&parts)))
    }

    private static func text(_ name: OpaquePointer?, _ functions: OpenSSL) -> String {
        let output = functions.newOutput(functions.memoryKind())
        defer { _ = functions.releaseBuffer(output) }
        _ = functions.printName(output, name, 0, form)
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 512)
        while true {
            let count = functions.readOutput(output, &buffer, Int32(buffer.count))
            guard count > 0 else { break }
            text += buffer[..<Int(count)]
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// OpenSSL's flags for names as in RFC 2253, with characters outside of ASCII unescaped (RFC 4514).
    private static let form: UInt = 0x0111_0313
}
