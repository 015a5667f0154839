import CCurl

extension TransportError {
    static let cancelled = TransportError(.cancelled, "the call was cancelled")

    static let cancelledBeforeStart = TransportError(
        .cancelled, "the call was cancelled", isSafeToRetry: true)

    static func bodyTooLarge(_ limit: Int) -> TransportError {
        TransportError(
            .limitExceeded, "the body is larger than \(limit) bytes",
            advice: "raise the request's maximumResponseBytes or the session's maximumBodyBytes "
                + "if it is meant to be")
    }

    static func truncated(_ message: String) -> TransportError {
        TransportError(.truncated, message, advice: "call again; the response was cut on its way")
    }

    /// The connection was closed within an HTTP/2 body whose length is unknown.
    static let closedInBody = truncated(
        "the server closed the connection where the body may not have ended")

    /// The client closed the HTTP/2 connection because of invalid frames.
    static let brokenFrames = TransportError(
        .malformedResponse,
        "the server's frames break the rules of HTTP/2, for example with one larger than allowed",
        advice: "use HTTP/1 with `httpVersion = .http1`, and report it to the server's operator")

    static func malformed(_ message: String, _ code: CURLcode? = nil) -> TransportError {
        TransportError(
            .malformedResponse, message, advice: reportMalformed,
            libraryCode: code.map { Int($0.rawValue) })
    }

    /// Advice for a response that violates HTTP.
    static let reportMalformed =
        "find out whether the server or a proxy before it sends this, and report it to its operator"

    /// Advice for a body that can't be decompressed.
    static let avoidCoding =
        "ask for the plain body with `Accept-Encoding: identity`, and report it to the server's operator"

    static func multi(_ code: CURLMcode) -> TransportError {
        TransportError(
            .library, "libcurl: \(String(cString: curl_multi_strerror(code)))",
            advice: "make a new session", libraryCode: Int(code.rawValue))
    }

    static func option(_ option: CURLoption, _ code: CURLcode) -> TransportError {
        guard code != CURLE_OUT_OF_MEMORY else { return TransportError(code) }
        return TransportError(
            .library,
            "libcurl rejected the option \(option.rawValue): "
                + String(cString: curl_easy_strerror(code)),
            advice: "install libcurl 7.88 or later with OpenSSL",
            libraryCode: Int(code.rawValue), isSafeToRetry: true)
    }

    /// Creates the error for a transfer's result code, with libcurl's text if there is no better one.
    init(_ code: CURLcode) {
        func error(
            _ kind: Code, _ message: String? = nil, advice: String? = nil
        ) -> TransportError {
            TransportError(
                kind, message ?? String(cString: curl_easy_strerror(code)), advice: advice,
                libraryCode: Int(code.rawValue))
        }
        self =
            switch code {
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT:
                error(.invalidRequest, advice: "check the URL")
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
                error(
                    .nameNotResolved, "the host's name has no address",
                    advice: "check the host, or the network's name service")
            case CURLE_COULDNT_CONNECT:
                error(
                    .cannotConnect, "the server can't be reached",
                    advice: "see whether it runs and listens at this host and port")
            case CURLE_OPERATION_TIMEDOUT: error(.timedOut)
            case CURLE_PARTIAL_FILE:
                error(.truncated, advice: "call again; the response was cut on its way")
            case CURLE_SEND_ERROR, CURLE_SEND_FAIL_REWIND, CURLE_GOT_NOTHING:
                error(
                    .connectionLost, "the server closed the connection before it responded",
                    advice: "call again if the call may be repeated")
            case CURLE_RECV_ERROR:
                error(
                    .connectionLost, "the connection broke, or carried something that is not HTTP",
                    advice: "call again if the call may be repeated")
            case CURLE_HTTP2, CURLE_HTTP2_STREAM:
                error(
                    .connectionLost, "the server ended the HTTP/2 stream with an error",
                    advice: "call again if the call may be repeated")
            case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP_RETURNED_ERROR, CURLE_CHUNK_FAILED:
                error(.malformedResponse, "the response is not HTTP", advice: Self.reportMalformed)
            // libcurl also reports this code for a header line that exceeds its buffer's limit, which is the
            // usual cause.
            case CURLE_OUT_OF_MEMORY:
                error(
                    .limitExceeded, "a header line is longer than 100 KiB, or memory ran out",
                    advice: "ask the server's maintainers for shorter header fields, or free memory"
                )
            case CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
                error(
                    .badContentCoding, "the response's content coding is unknown or damaged",
                    advice: Self.avoidCoding)
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_ISSUER_ERROR,
                CURLE_SSL_INVALIDCERTSTATUS,
                CURLE_SSL_PINNEDPUBKEYNOTMATCH:
                error(
                    .untrustedCertificate, "the server's certificate is not trusted for this host",
                    advice: "check the host's name, the certificate's dates and the authorities")
            case CURLE_SSL_CERTPROBLEM:
                error(
                    .tlsFailed, "the client certificate or its key can't be read",
                    advice: "check both, whether they belong together, and the key's password")
            case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER,
                CURLE_USE_SSL_FAILED, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CLIENTCERT:
                error(
                    .tlsFailed, "the TLS handshake failed",
                    advice: "see whether the server speaks TLS 1.2 or later at this port")
            case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE:
                error(
                    .untrustedCertificate, "the file of certificate authorities can't be read",
                    advice: "give the session a PEM file that exists")
            case CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
                CURLE_SSL_ENGINE_INITFAILED:
                error(.tlsFailed)
            case CURLE_FAILED_INIT, CURLE_AGAIN, CURLE_INTERFACE_FAILED, CURLE_READ_ERROR:
                error(.resource, advice: "see whether descriptors, threads or memory ran out")
            // Codes of other protocols.
            default: error(.library)
            }
    }
}
