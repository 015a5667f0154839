import PosthornCore

extension TransportConformance {
    static let redirects: [Behaviour] = [
        following("follows redirects and reports them") { stage in
            let peer = try stage.serve(
                .on(.get, "/", response: .redirect(to: "/a")),
                .on(.get, "/a", response: .redirect(to: "b", status: .permanentRedirect)),
                .on(.get, "/b", response: .text("here")))
            let response = try await peer.send(redirects: .follow)
            try expect(response.text, is: "here", "body")
            try expect(response.redirects.count, is: 2, "redirects")
        },
        Behaviour("gives the redirect itself when it must not follow") { stage in
            let peer = try stage.serve(.on(.get, "/", response: .redirect(to: "/a")))
            let response = try await peer.send(redirects: .never)
            try expect(response.status.code, is: 302, "status")
            try expect(response.headers[.location], is: "/a", "Location")
        },
        following("streams the response after redirects") { stage in
            let peer = try stage.serve(
                .on(.get, "/", response: .redirect(to: "/a")),
                .on(.get, "/a", response: .stream(["a", "b"], type: "text/plain")))
            let stream = try await peer.stream()
            try expect(stream.redirects.count, is: 1, "redirects")
            try expect(try await stream.body.collected().count, is: 2, "bytes")
        },
        posts("changes POST to GET after 301, 302 and 303", [301, 302, 303], arriveAs: "GET "),
        posts("keeps method and body after 307 and 308", [307, 308], arriveAs: "POST x"),
        following("changes PUT to GET after 303, without the fields about its body") { stage in
            let peer = try stage.serve(
                .on(nil, "/303", reply: redirecting),
                .on(nil, "/to/here") { request in
                    let given = [.contentType, .contentLength, .accept]
                        .compactMap { request.headers[$0] }
                    return .text("\(request.method.rawValue) \(given.joined(separator: ","))")
                })
            for method in [.put, .delete] as [HTTPRequest.Method] {
                let response = try await peer.send(
                    method, "/303", headers: [.contentType: "text/plain", .accept: "text/plain"],
                    body: "x", redirects: .follow)
                try expect(response.text, is: "GET text/plain", "request after a \(method)")
            }
        },
        following("keeps HEAD after 303") { stage in
            let asked = Locked<[String]>([])
            let peer = try stage.serve(
                .on(nil, "/303", reply: redirecting),
                .on(nil, "/to/here") { request in
                    asked.withLock { $0.append(request.method.rawValue) }
                    return .text("here")
                })
            let response = try await peer.send(.head, "/303", redirects: .follow)
            try expect(response.status.code, is: 200, "status")
            try expect(asked.withLock { $0 }, is: ["HEAD"], "methods")
        },
        following("keeps credentials within an origin") { stage in
            let peer = try stage.serve(
                .on(.get, "/", response: .redirect(to: "/a")),
                .on(.get, "/a") { .text($0.headers[.authorization] ?? "none") })
            let response = try await peer.send(
                headers: [.authorization: "Bearer 1"], redirects: .follow)
            try expect(response.text, is: "Bearer 1", "Authorization")
        },
        following("sends no credentials to another origin") { stage in
            let secret = try field("X-Api-Key")
            let peer = try stage.serve(
                .on(.get, "/away") { request in
                    let given = [.authorization, .cookie, secret, .accept]
                        .compactMap { request.headers[$0] }
                    return .text(given.joined(separator: ","))
                },
                .on(.get, "/") { .redirect(to: $0.headers[.referer] ?? "") })
            let response = try await peer.send(
                headers: [
                    .authorization: "Bearer 1", .cookie: "a=1", secret: "k", .accept: "text/plain",
                    .referer: peer.otherURL("/away"),
                ], redirects: .follow)
            try expect(response.text, is: "text/plain", "forwarded fields")
        },
        following("sends no body to another origin") { stage in
            let peer = try stage.serve(
                .on(.post, "/") { request in
                    .redirect(to: request.headers[.referer] ?? "", status: .temporaryRedirect)
                },
                .on(nil, "/away", response: .text("taken")))
            let headers: HTTPFields = [.referer: peer.otherURL("/away")]
            try await expectError(.redirectRefused) {
                _ = try await peer.send(.post, headers: headers, body: "x", redirects: .follow)
            }
        },
        following("stays at its origin when it must") { stage in
            let peer = try stage.serve(
                .on(.get, "/") { .redirect(to: $0.headers[.referer] ?? "") },
                .on(nil, "/away", response: .text("taken")))
            let headers: HTTPFields = [.referer: peer.otherURL("/away")]
            try await expectError(.redirectRefused) {
                _ = try await peer.send(headers: headers, redirects: .sameOrigin)
            }
        },
        following("detects redirect loops") { stage in
            let peer = try stage.serve(
                .on(.get, "/a", response: .redirect(to: "/b")),
                .on(.get, "/b", response: .redirect(to: "/a")))
            let error = try await expectError(.tooManyRedirects) {
                _ = try await peer.send(.get, "/a", redirects: .follow)
            }
            try expect(error.redirects.count >= 2, "the error does not know the redirects")
        },
        following("follows no more redirects than it may") { stage in
            let peer = try stage.serve(
                .on(.get, "/{number}") { request in
                    .redirect(to: "/\((Int(request.path.dropFirst()) ?? 0) + 1)")
                })
            try await expectError(.tooManyRedirects) {
                _ = try await peer.send(.get, "/0", redirects: .follow(limit: 5))
            }
        },
        following("refuses redirects to other schemes") { stage in
            let peer = try stage.serve(
                .on(.get, "/", response: .redirect(to: "file:///etc/passwd")))
            try await expectError(.redirectRefused) {
                _ = try await peer.send(redirects: .follow)
            }
        },
    ]

    private static func following(
        _ name: String, _ run: @escaping @Sendable (Stage) async throws -> Void
    ) -> Behaviour {
        Behaviour(name, followsRedirects: true, run)
    }

    private static func posts(_ name: String, _ codes: [Int], arriveAs text: String) -> Behaviour {
        following(name) { stage in
            let peer = try stage.serve(
                .on(.post, "/{code}", reply: redirecting),
                .on(nil, "/to/here") { .text("\($0.method.rawValue) \($0.text)") })
            for code in codes {
                let response = try await peer.send(.post, "/\(code)", body: "x", redirects: .follow)
                try expect(response.text, is: text, "request after \(code)")
            }
        }
    }

    private static let redirecting: StubRule.Reply = { request in
        let code = Int(request.path.dropFirst()) ?? 0
        return .redirect(to: "/to/here", status: HTTPResponse.Status(code: code))
    }
}
