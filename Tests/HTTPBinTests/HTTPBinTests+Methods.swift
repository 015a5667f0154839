import Foundation
import HTTPBin
import Posthorn
import Testing

extension HTTPBinTests {
    @Test func getSendsItsQuery() async throws {
        let echo = try await client.get(
            text: "tea & Käse/1+1=2 #%", tag: ["a b", "ü"], page: 3, exact: true)
        #expect(echo.args.text == "tea & Käse/1+1=2 #%")
        #expect(echo.args.tag == ["a b", "ü"])
        #expect(echo.args.page == "3")
        #expect(echo.args.exact == "true")
    }

    @Test func getOmitsNilParameters() async throws {
        let echo = try await client.get()
        #expect(echo.place == "/get?page=1")
    }

    @Test func postSendsItsFieldsAsJSON() async throws {
        let echo = try await client.post(name: "Käse", tags: ["a", "b"], count: 2)
        #expect(echo.json == Parcel(name: "Käse", tags: ["a", "b"], count: 2))
        #expect(echo.headers["Content-Type"] == "application/json")
        #expect(echo.data == #"{"name":"Käse","tags":["a","b"],"count":2}"#)
    }

    @Test func postOmitsNilFields() async throws {
        let echo = try await client.post(name: "cup")
        #expect(echo.data == #"{"name":"cup","count":1}"#)
    }

    @Test func putSendsAWholeValue() async throws {
        let parcel = Parcel(name: "cup", tags: [], count: 3)
        #expect(try await client.put(body: parcel).json == parcel)
    }

    @Test func patchSendsItsFields() async throws {
        let echo = try await client.patch(name: "cup")
        #expect(echo.data == #"{"name":"cup"}"#)
    }

    @Test func deleteSendsItsQueryAndNoBody() async throws {
        let echo = try await client.delete(reason: "too small")
        #expect(echo.args == ["reason": "too small"])
        #expect(echo.data.isEmpty)
        #expect(echo.headers["Content-Type"] == nil)
    }

    @Test func headReturnsStatusAndFieldsWithoutBody() async throws {
        let response = try await client.response(to: HTTPBinAPI.CheckGet())
        #expect(response.status == .ok)
        #expect(response.headers[.contentLength] != nil)
        #expect(response.body.isEmpty)
    }

    @Test func optionsReturnsAllowedMethods() async throws {
        let response = try await client.response(to: HTTPBinAPI.Options())
        #expect(response.headers[.allow]?.contains("GET") == true)
    }

    @Test(arguments: ["plain", "a b", "ä", "50%", "1+1", "q?", "x#y", "semi;colon", "日本", "😀"])
    func pathParameterArrivesUnchanged(_ text: String) async throws {
        let endpoint = HTTPBinAPI.Anything(text: text)
        #expect(try client.request(for: endpoint).target.utf8.allSatisfy { $0 < 0x80 })
        let url = try await client.send(endpoint).url
        let last = try #require(url.split(separator: "/").last)
        // httpbin decodes only some characters of the URL that it returns.
        #expect((last.removingPercentEncoding ?? String(last)) == text)
    }
}
