import Testing

@testable import PosthornSpec

@Test(
    "A URL for secrets has TLS or is one of this machine",
    arguments: [
        ("https://id.example/token", true), ("http://127.0.0.1:8080/token", true),
        ("http://localhost/token", true), ("http://[::1]:80/token", true), ("http://[::1]", true),
        ("http://id.example/token", false), ("http://127.0.0.1.id.example/token", false),
        ("http://localhost.id.example/token", false), ("http://[::1].id.example/token", false),
        ("http://127.0.0.1@id.example/token", false), ("https:///token", false),
        ("https://id.example/token?a=1", false), ("id.example", false), ("", false),
    ])
func urlsForSecrets(_ url: String, _ isOne: Bool) {
    #expect(AuthSpec.isForSecrets(url) == isOne)
}
