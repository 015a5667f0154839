import Crypto
import Foundation
import Posthorn
import PosthornTesting
import Testing

/// A third-party cipher with one flaw.
struct FlawedCipher: StreamingCipher {
    enum Flaw: String, CaseIterable {
        case none
        case opensOtherBytes, sealsInTheClear, sealsTwiceAlike, usesOneNonce, ignoresTheTag
        case errorsTellTheByte, changesWhatItRefuses, takesNothing, takesMore, bindsNoRequest
        case bindsNoStatus, bindsNoFailure, bindsNoMethod, bindsNoPath, bindsNoQuery
        case bindsNoDirection, takesPlain, takesPlainJSON, takesPlainProblems, takesUnlabelled
        case takesPlainFailures, takesPlainReplies, takesPlainStreams
        case showsItsKey, errorsShowTheBody
        case errorsShowTheBodyAsText, showsItsKeyAsDigits, showsItsKeyForURLs, showsItsKeyAsBytes

        /// The behaviour whose check detects the flaw.
        var foundBy: String? {
            switch self {
            case .none: nil
            case .opensOtherBytes: "opens what the server sealed"
            case .sealsInTheClear, .sealsTwiceAlike, .usesOneNonce:
                "seals each body, with a nonce of its own"
            case .ignoresTheTag, .errorsTellTheByte, .changesWhatItRefuses:
                "refuses each changed byte"
            case .takesNothing, .takesMore: "refuses each shorter response, and a longer one"
            case .bindsNoRequest, .bindsNoStatus, .bindsNoFailure:
                "refuses swapped responses and a replay"
            case .bindsNoMethod, .bindsNoPath, .bindsNoQuery:
                "refuses the response of another endpoint"
            case .bindsNoDirection: "refuses its own request as the response"
            case .takesPlain, .takesPlainJSON, .takesPlainProblems, .takesUnlabelled,
                .takesPlainFailures, .takesPlainReplies, .takesPlainStreams:
                "refuses a response in the clear"
            case .showsItsKey, .showsItsKeyAsDigits, .showsItsKeyForURLs, .showsItsKeyAsBytes,
                .errorsShowTheBody, .errorsShowTheBodyAsText:
                "shows no secret"
            }
        }
    }

    struct Refused: Error {
        var what = ""
    }

    let name = "flawed"
    var flaw: Flaw
    /// The text that `dump` shows if that is the flaw.
    var shown: String {
        switch flaw {
        case .showsItsKey: Peer.secret.base64EncodedString()
        case .showsItsKeyAsDigits: Peer.secret.hex.uppercased()
        case .showsItsKeyForURLs: Target.base64URL(Peer.secret)
        default: ""
        }
    }

    static let type = "application/x-flawed"
    private static let key = SymmetricKey(data: Peer.secret)

    private func bound(_ direction: String, _ request: TransportRequest, _ status: String) -> Data {
        let target = request.target.split(separator: "?")
        let fields = [
            flaw == .bindsNoDirection ? "" : direction,
            flaw == .bindsNoMethod ? "" : request.method.rawValue,
            flaw == .bindsNoPath ? "" : String(target[0]),
            flaw == .bindsNoQuery ? "" : String(target.dropFirst().first ?? ""),
            flaw == .bindsNoRequest ? "" : request.headers[.exchange] ?? "",
            boundStatus(status),
        ]
        return Data(fields.joined(separator: "\n").utf8)
    }

    private func boundStatus(_ status: String) -> String {
        switch flaw {
        case .bindsNoStatus, .bindsNoDirection: ""
        case .bindsNoFailure: status.first == "5" ? "200" : status
        default: status
        }
    }

    private func sealed(_ body: Data, _ data: Data) throws -> Data {
        let fixed = flaw == .usesOneNonce || flaw == .sealsTwiceAlike
        let nonce = try fixed ? AES.GCM.Nonce(data: Data(count: 12)) : AES.GCM.Nonce()
        let box = try AES.GCM.seal(body, using: Self.key, nonce: nonce, authenticating: data)
        return Data(box.nonce) + box.ciphertext + box.tag
    }

    func seal(_ request: inout TransportRequest) throws {
        let exchange = flaw == .sealsTwiceAlike ? "one" : UUID().uuidString
        request.headers[.exchange] = exchange
        let body = request.body?.data ?? Data()
        let clear = flaw == .sealsInTheClear ? body : Data()
        request.body = HTTPBody(try sealed(body, bound("request", request, "")) + clear)
        request.headers[.contentType] = Self.type
    }

    func open(_ response: inout TransportResponse, to request: TransportRequest) throws {
        guard response.mediaType == Self.type else {
            let isTaken =
                switch flaw {
                case .takesPlain: true
                case .takesPlainJSON: response.mediaType == "application/json"
                case .takesPlainProblems: response.mediaType == "application/problem+json"
                case .takesUnlabelled: response.mediaType == nil
                case .takesPlainFailures: response.status.code >= 500
                case .takesPlainReplies: request.method == .get
                default: false
                }
            if isTaken { return }
            throw Refused()
        }
        if flaw == .takesNothing, response.body.isEmpty { return }
        let body = flaw == .takesMore ? response.body.prefix(60) : response.body
        let data = bound("response", request, String(response.status.code))
        do {
            let opened = try AES.GCM.open(
                .init(combined: body), using: Self.key, authenticating: data)
            response.body = flaw == .opensOtherBytes ? opened + Data([0]) : opened
        } catch {
            switch flaw {
            case .ignoresTheTag where response.body.count >= 28:
                response.body = response.body.dropFirst(12).dropLast(16)
            case .errorsTellTheByte:
                throw Refused(what: String(response.body.reduce(0) { $0 &* 31 &+ Int($1) }))
            case .changesWhatItRefuses:
                response.body = Data()
                throw Refused()
            case .errorsShowTheBody:
                throw Refused(
                    what: Data("a body that nobody else may read".utf8).base64EncodedString())
            case .errorsShowTheBodyAsText:
                throw Refused(what: "could not open: a body that nobody else may read")
            default: throw Refused()
            }
        }
    }

    func open(
        _ body: ByteStream, of head: inout TransportResponse, to request: TransportRequest
    ) async throws -> ByteStream {
        if flaw == .takesPlainStreams, head.mediaType == "application/json" { return body }
        var whole = head
        for try await piece in body { whole.body += piece }
        try open(&whole, to: request)
        return ByteStream(whole.body)
    }

    /// The server, which has the same flaw.
    func response(_ body: Data, to request: TransportRequest) throws -> TransportResponse {
        TransportResponse(
            status: .ok, headers: [.contentType: Self.type],
            body: try sealed(body, bound("response", request, "200")))
    }
}

extension FlawedCipher: CustomReflectable {
    var customMirror: Mirror {
        Mirror(self, children: ["shown": flaw == .showsItsKeyAsBytes ? Peer.secret : shown])
    }
}

@Suite("The conformance check detects flawed ciphers")
struct BrokenCipherTests {
    @Test(arguments: FlawedCipher.Flaw.allCases)
    func conformanceCheckDetectsEachFlaw(_ flaw: FlawedCipher.Flaw) async throws {
        let cipher = FlawedCipher(flaw: flaw)
        var failed: [String] = []
        for behaviour in CipherConformance.behaviours where !behaviour.needsPeer {
            do {
                try await behaviour.check(
                    secrets: [Peer.secret], cipher: { cipher },
                    response: { try cipher.response($0, to: $1) })
            } catch {
                // An error that the cipher throws where it should not counts too.
                failed.append(behaviour.name)
            }
        }
        guard let behaviour = flaw.foundBy else {
            #expect(failed.isEmpty)
            return
        }
        #expect(failed.contains(behaviour), "\(failed)")
    }
}
