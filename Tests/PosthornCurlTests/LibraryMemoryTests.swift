import CCurl
import Posthorn
import TestSupport
import Testing

@testable import PosthornCurl

/// The cache of freed libcurl blocks of a session's thread.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
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
            let counts = try onThread {
                LibraryMemory.beginCaching()
                defer { LibraryMemory.endCaching() }
                var counts: [Int] = []
                for _ in 0..<100 {
                    Self.useBlocks(count)
                    counts.append(LibraryMemory.cachedBlockCount)
                }
                return counts
            }
            // The first block is cached and reused, except when malloc returns slightly larger
            // blocks.
            #expect(counts[0] > 0)
            #expect(counts[99] < 16 * counts[0])
        }

        @Test func poolKeepsLimitedBlocksPerSize() throws {
            CurlLibrary.start()
            let count = try onThread {
                LibraryMemory.beginCaching()
                defer { LibraryMemory.endCaching() }
                var list: UnsafeMutablePointer<curl_slist>?
                let text = String(repeating: "a", count: 1000)
                for _ in 0..<300 { list = curl_slist_append(list, text) }
                curl_slist_free_all(list)
                return LibraryMemory.cachedBlockCount
            }
            // 32 texts and 32 list nodes, of both sizes that malloc may have returned, as a block
            // may include a remainder.
            #expect((64...128).contains(count))
        }
    #endif

    @Test func poolIsPerThreadAndReleasedAtTheEnd() throws {
        CurlLibrary.start()
        let counts = try onThread {
            Self.useBlocks(100)
            var counts = [LibraryMemory.cachedBlockCount]
            LibraryMemory.beginCaching()
            Self.useBlocks(100)
            LibraryMemory.endCaching()
            Self.useBlocks(100)
            counts.append(LibraryMemory.cachedBlockCount)
            return counts
        }
        #expect(counts == [0, 0])
    }

    /// Large blocks and those of odd sizes are intact after reuse.
    @Test func poolReturnsBlocksOfTheRequestedSize() throws {
        CurlLibrary.start()
        let texts = try onThread {
            LibraryMemory.beginCaching()
            defer { LibraryMemory.endCaching() }
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
