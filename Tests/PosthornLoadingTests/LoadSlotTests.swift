import Posthorn
import PosthornLoading
import PosthornTesting
import TestSupport
import Testing

@Suite("A slot that shows one loaded value", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct LoadSlotTests {
    private let loads = ControlledLoads()

    @Test
    func placeholderIsFollowedByTheValue() async {
        let slot = LoadSlot(loads.loader())
        var states = slot.states.makeAsyncIterator()
        #expect(await states.next()?.value == nil)
        slot.load("a", placeholder: "grey")
        #expect(await states.next()?.value == "grey")
        #expect("\(slot)" == "slot: loading")
        loads.end("a")
        #expect(await states.next()?.value == "a")
        #expect("\(slot)" == "slot: loaded")
    }

    @Test
    func cachedValueNeedsNoPlaceholder() {
        let cache = MemoryCache<String, String> { $0.utf8.count }
        cache.insert("kept", for: "a")
        let slot = LoadSlot(loads.loader(cache: cache))
        slot.load("a", placeholder: "grey")
        #expect(slot.state.value == "kept")
    }

    @Test
    func errorKeepsThePlaceholder() async throws {
        let slot = LoadSlot(loads.loader())
        let handle = slot.load("a", placeholder: "grey")
        loads.end("a", with: TransportError(.connectionLost, "lost"))
        #expect(await handle.errorCode == .connectionLost)
        try await until { "\(slot)" == "slot: failed" }
        #expect(slot.state.value == "grey")
    }

    @Test
    func newLoadSupersedesTheOldOne() async throws {
        let slot = LoadSlot(loads.loader())
        let old = slot.load("old")
        try await until { loads.started == ["old"] }
        slot.load("new")
        #expect(await old.errorCode == .cancelled)
        try await until { loads.cancelled == ["old"] }
        loads.end("new")
        try await until { slot.state.value == "new" }
    }

    @Test
    func staleResultNeverAppears() async throws {
        // The superseded load is shared with another caller and ends after the new one.
        let loader = loads.loader()
        let slot = LoadSlot(loader)
        let other = loader.load("old")
        slot.load("old")
        slot.load("new")
        loads.end("new")
        try await until { slot.state.value == "new" }
        loads.end("old")
        #expect(await other.errorCode == nil)
        #expect(slot.state.value == "new")
    }

    @Test
    func clearedSlotCancelsItsLoad() async {
        let slot = LoadSlot(loads.loader())
        let handle = slot.load("a", placeholder: "grey")
        slot.clear()
        #expect(await handle.errorCode == .cancelled)
        #expect("\(slot)" == "slot: empty")
        #expect(slot.state.value == nil)
    }

    @Test
    func releasedSlotCancelsItsLoadAndEndsItsStates() async {
        var slot: LoadSlot<String, String>? = LoadSlot(loads.loader())
        let handle = slot?.load("a")
        let states = slot?.states
        slot = nil
        #expect(await handle?.errorCode == .cancelled)
        if let states { for await _ in states {} }
    }
}
