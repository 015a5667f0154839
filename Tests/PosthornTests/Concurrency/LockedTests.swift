import Posthorn
import Testing

@Suite("Locked values")
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

    @Test func concurrentChangesAreNotLost() async {
        let count = Locked(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<10_000 { count.withLock { $0 += 1 } } }
            }
        }
        #expect(count.withLock { $0 } == 80_000)
    }
}
