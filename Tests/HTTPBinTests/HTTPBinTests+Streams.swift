import Foundation
import HTTPBin
import Posthorn
import Testing

extension HTTPBinTests {
    @Test func readsLinesAsTheyArrive() async throws {
        var ids: [Int] = []
        for try await line in try await client.lines(n: 20) { ids.append(line.id) }
        #expect(ids == Array(0..<20))
    }

    @Test func stopsReadingLinesEarly() async throws {
        for try await line in try await client.lines(n: 100) {
            #expect(line.id == 0)
            break
        }
    }

    @Test func savesResponseToFile() async throws {
        let path = NSTemporaryDirectory() + "posthorn-download-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try await client.saveBytes(n: 50_000, seed: 1, to: URL(filePath: path))
        let saved = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(saved.count == 50_000)
        #expect(!FileManager.default.fileExists(atPath: path + ".part"))
    }

    @Test func sendsAForm() async throws {
        let echo = try await client.postForm(name: "Käse & Brot", tags: ["a", "b+c"])
        #expect(echo.form["name"] == "Käse & Brot")
        #expect(echo.form["tags"] == ["a", "b+c"])
    }

    @Test func sendsPartsWithAFileFromDisk() async throws {
        let path = NSTemporaryDirectory() + "posthorn-part-\(UUID().uuidString).txt"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data("from disk".utf8).write(to: URL(fileURLWithPath: path))
        let echo = try await client.postParts(
            caption: "a \"quoted\" name", file: FormPart(file: URL(filePath: path)))
        #expect(echo.form["caption"] == "a \"quoted\" name")
        #expect(echo.files == ["file": "from disk"])
    }
}
