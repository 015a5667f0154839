import Crypto
import Foundation
import Posthorn
import PosthornTesting

/// A cipher of whole bodies with one flaw.
struct UnsafeCipher: PayloadCipher {
    /// A mistake that real ciphers have had.
    enum Flaw: String, CaseIterable {
        case none
        case takesPlain200, takesPlainJSON, takesNoMediaType, takesPlain4xx, takesPlain5xx
        case takesPlainTeapot, takesPlainHAL, takesErrorsIn200, takesEmpty204, takesEchoes
        case takesVersionZero, takesMarkedPlain, takesPlainDELETE
        case bindsNoDirection, bindsNoExchange, bindsNoExchangeOfGET, bindsNoMethod, bindsNoTarget
        case bindsNoQuery, bindsLowercase, bindsNoStatus, bindsNoErrorStatus, bindsNoMediaType
        case bindsNoRequestTarget, bindsNoRequestMethod, bindsNoRequestExchange, joinsFields
        case acceptsShortTags, acceptsEnclosedKeys, usesOneKey, leavesErrorsSealed,
            changesRefusedHeaders
        case fixedNonce, shortNonce, sharesKeystream
        case leavesLargeClear, leavesPUTClear, leavesFormsClear, leavesNothingForEmpty
        case claimsPlaintext
    }

    struct Refused: Error {}

    let name = "unsafe"
    let format: UnsafeFormat
    private var flaw: Flaw { format.flaw }

    init(_ key: Data, _ flaw: Flaw) { format = UnsafeFormat(key: key, flaw: flaw) }

    var isPlaintext: Bool { flaw == .claimsPlaintext }

    func seal(_ request: inout TransportRequest) throws {
        request.headers[.unsafeExchange] = "a" + UUID().uuidString
        guard let body = request.body?.data else { return }
        let type = request.headers[.contentType] ?? ""
        switch flaw {
        case .leavesLargeClear where body.count > 65_536: return
        case .leavesPUTClear where request.method == .put: return
        case .leavesFormsClear where type.hasPrefix("application/x-www-form-urlencoded"): return
        case .leavesNothingForEmpty where body.isEmpty: return
        default: break
        }
        request.body = HTTPBody(try format.sealed(body, .of(request, type)))
        request.headers[.unsafeType] = type
        request.headers[.contentType] = UnsafeFormat.mediaType
    }

    func open(_ response: inout TransportResponse, to request: TransportRequest) throws {
        if accepts(response, to: request) { return }
        guard response.mediaType == UnsafeFormat.mediaType else {
            if flaw == .changesRefusedHeaders { response.headers = [:] }
            throw Refused()
        }
        if flaw == .takesVersionZero, response.body.first == 0 {
            response.body = Data(response.body.dropFirst())
            return
        }
        let type = response.headers[.unsafeType] ?? ""
        var format = format
        if flaw == .acceptsEnclosedKeys, let text = response.headers[.unsafeKey],
            let key = Data(base64Encoded: text)
        {
            format = UnsafeFormat(key: key, flaw: flaw)
        }
        do {
            response.body = try format.opened(
                response.body, .of(request, type, response.status))
        } catch {
            guard flaw == .bindsNoErrorStatus,
                let body = try? format.opened(response.body, .of(request, type, nil, "response"))
            else { throw Refused() }
            response.body = body
        }
        response.headers[.contentType] = type.isEmpty ? nil : type
    }

    /// Whether the flaw lets a response pass that isn't sealed.
    private func accepts(_ response: TransportResponse, to request: TransportRequest) -> Bool {
        let code = response.status.code
        let isSealed = response.mediaType == UnsafeFormat.mediaType
        return switch flaw {
        case .takesPlain200: code == 200 && !isSealed
        case .takesPlainJSON: response.mediaType == "application/json"
        case .takesNoMediaType: response.mediaType == nil
        case .takesPlain4xx: (400..<500).contains(code) && !isSealed
        case .takesPlain5xx: code >= 500 && !isSealed
        case .takesPlainTeapot: code == 418 && !isSealed
        case .takesPlainHAL: response.mediaType == "application/hal+json"
        case .takesErrorsIn200: !isSealed && response.body.starts(with: #"{"error""#.utf8)
        case .takesEmpty204: code == 204 && response.body.isEmpty
        case .takesEchoes:
            !isSealed && response.headers[.unsafeExchange] == request.headers[.unsafeExchange]
        case .takesMarkedPlain: response.headers[.unsafeSealed] == "false"
        case .takesPlainDELETE: request.method == .delete && !isSealed
        case .leavesErrorsSealed: code >= 400 && isSealed && response.body.first == 1
        default: false
        }
    }
}

/// The server of ``UnsafeCipher``, with the same flaw.
struct UnsafeServer: ServerCipher {
    let format: UnsafeFormat

    init(_ key: Data, _ flaw: UnsafeCipher.Flaw) { format = UnsafeFormat(key: key, flaw: flaw) }

    func open(_ request: inout TransportRequest) throws {
        guard let body = request.body?.data else { return }
        let type = request.headers[.unsafeType] ?? ""
        request.body = HTTPBody(try format.opened(body, .of(request, type)))
        request.headers[.contentType] = type
    }

    func seal(_ response: inout TransportResponse, to request: TransportRequest) throws {
        let type = response.headers[.contentType] ?? ""
        let isError = response.status.code >= 400
        let status = isError && format.flaw == .bindsNoErrorStatus ? nil : response.status
        response.body = try format.sealed(
            response.body, .of(request, type, status, "response"))
        response.headers[.contentType] = UnsafeFormat.mediaType
        response.headers[.unsafeType] = type
        switch format.flaw {
        case .takesMarkedPlain: response.headers[.unsafeSealed] = "true"
        case .acceptsEnclosedKeys:
            response.headers[.unsafeKey] = format.key.base64EncodedString()
        default: break
        }
    }
}

extension UnsafeFormat.Place {
    /// The place of a request, or of its response with a status.
    static func of(
        _ request: TransportRequest, _ type: String, _ status: HTTPResponse.Status? = nil,
        _ direction: String? = nil
    ) -> Self {
        Self(
            direction: direction ?? (status == nil ? "request" : "response"),
            method: request.method, target: request.target,
            exchange: request.headers[.unsafeExchange] ?? "",
            status: status.map { String($0.code) } ?? "", type: type)
    }
}

/// A cipher of JWEs that takes a token whose header says `"alg":"none"` for its plaintext.
struct UnsignedTokenCipher: CipherWrapper {
    let wrapped: any PayloadCipher

    func open(_ response: inout TransportResponse, to request: TransportRequest) async throws {
        let parts = String(decoding: response.body, as: UTF8.self)
            .split(separator: ".", omittingEmptySubsequences: false).map {
                Data(base64URL: String($0))
            }
        let header = parts[0].flatMap { try? JSONDecoder().decode([String: String].self, from: $0) }
        if parts.count == 5, header?["alg"] == "none", let text = parts[3] {
            response.body = text
            return
        }
        try await wrapped.open(&response, to: request)
    }
}
