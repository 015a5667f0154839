import Posthorn
import Testing

@Suite("A locked value is not reflected")
struct LockedTests {
    private struct Single: ~Copyable, Sendable { let number = 7 }

    private struct Owner<Value: ~Copyable> {
        let lock: Locked<Value>

        var dumped: String {
            var text = ""
            dump(self, to: &text)
            dump(lock, to: &text)
            return text + "\(self)" + String(reflecting: self)
        }
    }

    /// Reflection copies what it shows, and copying a noncopyable value traps.
    @Test func noncopyableValueIsNotReflected() {
        #expect(!Owner(lock: Locked(Single())).dumped.contains("number"))
        #expect(!Owner(lock: Locked<Single?>(Single())).dumped.contains("number"))
        #expect(!Owner(lock: Locked<Single?>(nil)).dumped.contains("nil"))
    }

    /// The value may change on another thread meanwhile.
    @Test func copyableValueIsNotReflected() {
        #expect(!Owner(lock: Locked("canary")).dumped.contains("canary"))
        #expect(Mirror(reflecting: Locked(["canary"])).children.isEmpty)
    }
}
