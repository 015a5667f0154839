import CCurl
import Posthorn
import Testing

@testable import PosthornCurl

/// Blocks of libcurl's memory that a session's thread keeps for reuse.
@Suite(.timeLimit(.minutes(1)))
struct LibraryMemoryTests {
    /// Runs a closure on a new thread.
    private func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) throws -> Value {
        let result = Locked<Value?>(nil)
        let thread = try LoopThread(name: "memory") {
            let value = body()
            result.withLock { $0 = value }
        }
        thread.join()
        return try #require(result.withLock { $0 })
    }

    /// Makes libcurl allocate and free a block for a text.
    private static func useBlocks(_ count: Int) {
        var text: UnsafeMutablePointer<CChar>?
        text = curl_easy_escape(nil, String(repeating: "a", count: count), 0)
        #expect(text != nil)
        curl_free(text)
    }

    #if !SANITIZED
        @Test(arguments: [1, 24, 25, 100, 600])
        func poolKeepsAndReusesFreedBlocks(_ count: Int) throws {
            CurlLibrary.start()
            let kept = try onThread {
                LibraryMemory.beginKeeping()
                defer { LibraryMemory.endKeeping() }
                var kept: [Int] = []
                for _ in 0..<100 {
                    Self.useBlocks(count)
                    kept.append(LibraryMemory.kept)
                }
                return kept
            }
            // The first block is kept and reused, except when malloc returns slightly larger
            // blocks.
            #expect(kept[0] > 0)
            #expect(kept[99] < 16 * kept[0])
        }

        @Test func poolKeepsLimitedBlocksPerSize() throws {
            CurlLibrary.start()
            let kept = try onThread {
                LibraryMemory.beginKeeping()
                defer { LibraryMemory.endKeeping() }
                var list: UnsafeMutablePointer<curl_slist>?
                let text = String(repeating: "a", count: 1000)
                for _ in 0..<300 { list = curl_slist_append(list, text) }
                curl_slist_free_all(list)
                return LibraryMemory.kept
            }
            // 32 texts and 32 list nodes, of both sizes that malloc may have returned, as a block
            // may include a remainder.
            #expect((64...128).contains(kept))
        }
    #endif

    @Test func poolIsPerThreadAndReleasedAtTheEnd() throws {
        CurlLibrary.start()
        let kept = try onThread {
            Self.useBlocks(100)
            var kept = [LibraryMemory.kept]
            LibraryMemory.beginKeeping()
            Self.useBlocks(100)
            LibraryMemory.endKeeping()
            Self.useBlocks(100)
            kept.append(LibraryMemory.kept)
            return kept
        }
        #expect(kept == [0, 0])
    }

    /// Large blocks and those of odd sizes are intact after reuse.
    @Test func poolReturnsBlocksOfTheRequestedSize() throws {
        CurlLibrary.start()
        let texts = try onThread {
            LibraryMemory.beginKeeping()
            defer { LibraryMemory.endKeeping() }
            var texts: [String] = []
            for count in [16_384, 16_385, 16_640, 16_641, 2_056, 2_057, 1, 16_600, 23, 24, 40, 41] {
                guard
                    let text = curl_easy_escape(nil, String(repeating: "b", count: count), 0)
                else { continue }
                texts.append(String(cString: text))
                curl_free(text)
            }
            return texts.map(\.utf8.count)
        }
        #expect(texts == [16_384, 16_385, 16_640, 16_641, 2_056, 2_057, 1, 16_600, 23, 24, 40, 41])
    }
}
