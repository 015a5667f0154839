import Foundation
public import PosthornCore

extension RecordingTransport {
    /// The secrets that a recording does not contain.
    ///
    /// Redacted values are replaced by ``mark``. A ``ReplayTransport`` accepts any value in their place. In
    /// bodies, only members that the spec marks as secret, and values of redacted fields of the same response, are
    /// redacted: use ``edit`` for tokens in the body of a login, and for personal data.
    public struct Redaction: Sendable {
        /// The text in place of a redacted value: `REDACTED`.
        public static let mark = "REDACTED"

        /// The header fields of requests and responses whose values are redacted.
        ///
        /// The default has `Authorization`, `Proxy-Authorization`, `Cookie`, `Set-Cookie`, `X-API-Key`,
        /// `X-Auth-Token` and `X-Amz-Security-Token`.
        public var headers: Set<HTTPField.Name> = [
            .authorization, .proxyAuthorization, .cookie, .setCookie,
            HTTPField.Name(token: "X-API-Key"), HTTPField.Name(token: "X-Auth-Token"),
            HTTPField.Name(token: "X-Amz-Security-Token"),
        ]
        /// The query items whose values are redacted, in the URL and in `Location` and `Referer`.
        ///
        /// The default has `access_token`, `api_key`, `client_secret`, `code`, `sign`, `signature`, `token`,
        /// `X-Amz-Credential`, `X-Amz-Security-Token` and `X-Amz-Signature`.
        public var queryItems: Set<String> = [
            "access_token", "api_key", "client_secret", "code", "sign", "signature", "token",
            "X-Amz-Credential", "X-Amz-Security-Token", "X-Amz-Signature",
        ]
        /// Whether to redact the header field that holds the call's credential.
        ///
        /// The default is `true`.
        public var redactsCredentials = true
        /// Whether to redact the members, parameters and header fields that the spec marks as secret, also in
        /// bodies.
        ///
        /// The default is `true`. A redacted number is 0, and a redacted Boolean `false`.
        public var redactsSecrets = true
        /// Changes each exchange after the other redactions, before it is stored; `nil` by default.
        public var edit: (@Sendable (inout RecordedExchange) -> Void)?

        /// Creates the default redaction.
        public init() {}

        /// A redaction that stores everything.
        public static var none: Redaction {
            var redaction = Redaction()
            redaction.headers = []
            redaction.queryItems = []
            redaction.redactsCredentials = false
            redaction.redactsSecrets = false
            return redaction
        }

        /// Redacts an exchange of a call.
        ///
        /// - Parameters:
        ///   - auth: The scheme of the call's credential.
        ///   - secrets: The names of the values that the spec hides.
        func apply(
            to exchange: inout RecordedExchange, _ auth: RequestBuilder.AuthScheme?,
            _ secrets: Set<String>
        ) {
            var headers = headers
            var redaction = self
            if redactsSecrets, !secrets.isEmpty {
                redaction.queryItems.formUnion(secrets)
                headers.formUnion(secrets.compactMap { HTTPField.Name($0) })
                exchange.requestBody = Self.redacted(
                    exchange.requestBody, exchange.requestHeaders, secrets)
                exchange.responseBody = Self.redacted(
                    exchange.responseBody, exchange.responseHeaders, secrets)
            }
            if redactsCredentials {
                switch auth {
                case .header(let name, _, _):
                    if let field = HTTPField.Name(name) { headers.insert(field) }
                case .bearer, .basic, .digest: headers.insert(.authorization)
                case .cookie: headers.insert(.cookie)
                // The names of a query's keys, and those of further credentials, are secrets of the request.
                case .query, .certificate, .combined, .alternatives, nil: break
                }
            }
            exchange.responseBody = Self.withoutValues(
                of: exchange.responseHeaders, headers, exchange.responseBody)
            exchange.requestHeaders = redaction.redact(exchange.requestHeaders, headers)
            exchange.responseHeaders = redaction.redact(exchange.responseHeaders, headers)
            exchange.url = redaction.redact(exchange.url)
            edit?(&exchange)
        }

        /// Returns a body without the values that the spec hides.
        static func redacted(_ body: Data, _ headers: HTTPFields, _ secrets: Set<String>) -> Data {
            HiddenValues(secrets, mark: mark).removed(from: body, headers[.contentType])
        }

        /// Returns a body without the values of redacted fields, which some servers repeat for people who read it.
        private static func withoutValues(
            of fields: HTTPFields, _ names: Set<HTTPField.Name>, _ body: Data
        ) -> Data {
            var body = body
            for field in fields where names.contains(field.name) {
                let value = Data(field.value.utf8)
                guard value.count >= 8, field.value != mark else { continue }
                while let place = body.range(of: value) {
                    body.replaceSubrange(place, with: Data(mark.utf8))
                }
            }
            return body
        }

        /// The fields whose values are URLs.
        private static let urls: Set<HTTPField.Name> = [
            .location, .contentLocation, HTTPField.Name(token: "Referer"),
        ]

        private func redact(_ fields: HTTPFields, _ names: Set<HTTPField.Name>) -> HTTPFields {
            var redacted = HTTPFields()
            for var field in fields {
                if names.contains(field.name) {
                    field.value = Self.mark
                } else if Self.urls.contains(field.name) {
                    field.value = redact(field.value)
                }
                redacted.append(field)
            }
            return redacted
        }

        private func redact(_ url: String) -> String {
            guard !queryItems.isEmpty, let start = url.firstIndex(of: "?") else { return url }
            let query = url[url.index(after: start)...]
            let items = query.split(separator: "&", omittingEmptySubsequences: false).map { item in
                let name = String(item.prefix { $0 != "=" })
                let isSecret = queryItems.contains(name.removingPercentEncoding ?? name)
                return isSecret && item.contains("=") ? "\(name)=\(Self.mark)" : String(item)
            }
            return url[...start] + items.joined(separator: "&")
        }
    }
}
