import Testing

@testable import posthorn

/// What commands say in a build without their package trait; the tests are built with all of them.
@Test("A command without its trait tells how to build the tool")
func namesMissingTrait() {
    let place =
        " in a clone of Posthorn, or name the trait where your Package.swift names Posthorn, and build the tool again"
    let mock = Mock.lacksTrait("Specs/Shop")
    #expect(mock.exit == .needsSwift)
    #expect(
        mock.lines == [
            "posthorn: the mock needs an HTTP server, which the trait MockServer adds; found a build without it; write 'swift run --traits MockServer posthorn mock Specs/Shop'"
                + place
        ])
    #expect(
        OutboxPlace.needsTrait("SQLite", "store.sqlite").lines == [
            "posthorn: this outbox is in a store of SQLite, which the trait SQLite adds; found a build without it; write 'swift run --traits SQLite posthorn outbox list store.sqlite'"
                + place
        ])
}
