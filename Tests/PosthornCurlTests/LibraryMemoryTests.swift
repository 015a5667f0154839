import CCurl
import Posthorn
import Testing

@testable import PosthornCurl

/// What a session's thread keeps of libcurl's memory.
@Suite(.timeLimit(.minutes(1)))
struct LibraryMemoryTests {
    /// Runs a closure on a thread of its own.
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

    /// Has libcurl take and give back a block for a text.
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
            // The first use is kept, and the later ones take what is kept, but for blocks of which malloc
            // gives a little more than is asked for.
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
            // 32 of the texts and as many of what lists them, of both sizes that malloc may have given: a
            // block may have the rest of the one that it was cut from.
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

    /// Large blocks, and those of odd sizes, are whole after they have been others.
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
