import Foundation
import HTTPBin
import Posthorn
import Testing

/// Problematic texts as every kind of value.
///
/// Either the server receives exactly what was sent, or the call is rejected before anything is
/// sent.
extension HTTPBinTests {
    private struct Echo: Endpoint {
        typealias Output = JSONValue
        var fill: @Sendable (inout RequestBuilder) throws -> Void
        func build(_ request: inout RequestBuilder) throws {
            request.method(.post, "/anything")
            try fill(&request)
        }
    }

    private static let all = NaughtyStrings.all
    private static let blanks = CharacterSet(charactersIn: " \t")

    /// As many as fit into a request line.
    private static let chunks = stride(from: 0, to: all.count, by: 40).map {
        Array(all[$0..<min($0 + 40, all.count)])
    }

    private func echo(
        _ fill: @escaping @Sendable (inout RequestBuilder) throws -> Void
    ) async throws -> [String: JSONValue] {
        try #require(try await client.send(Echo(fill: fill)).object)
    }

    private func texts(_ value: JSONValue?, _ name: String) -> [String] {
        guard case .object(let members)? = value else { return [] }
        return switch members[name] {
        case .array(let elements)?: elements.compactMap(\.string)
        case .string(let text)?: [text]
        default: []
        }
    }

    @Test func thereAreFiveHundredNaughtyStrings() {
        #expect(Set(Self.all).count >= 500)
    }

    @Test func naughtyStringsArriveInQueriesAndForms() async throws {
        for chunk in Self.chunks {
            let response = try await echo {
                $0.query("q", chunk)
                $0.form("f", chunk)
            }
            #expect(
                texts(response["args"], "q").map(Data.init(text:)) == chunk.map(Data.init(text:)))
            #expect(
                texts(response["form"], "f").map(Data.init(text:)) == chunk.map(Data.init(text:)))
        }
    }

    @Test func naughtyStringsArriveInJSON() async throws {
        for chunk in Self.chunks {
            let response = try await echo {
                $0.body("values", chunk)
                $0.body("keys", Dictionary(chunk.map { ($0, 1) }, uniquingKeysWith: { $1 }))
            }
            #expect(
                texts(response["json"], "values").map(Data.init(text:))
                    == chunk.map(Data.init(text:))
            )
            guard case .object(let json)? = response["json"], case .object(let keys)? = json["keys"]
            else {
                Issue.record("there is no JSON")
                return
            }
            #expect(Set(keys.keys) == Set(chunk))
        }
    }

    @Test func naughtyStringsArriveInParts() async throws {
        for chunk in Self.chunks {
            let response = try await echo { $0.part("p", chunk) }
            #expect(
                texts(response["form"], "p").map(Data.init(text:)) == chunk.map(Data.init(text:)))
        }
    }

    /// A field value has no control characters and no surrounding whitespace (RFC 9110, section
    /// 5.5).
    @Test func naughtyStringsArriveInFieldsOrAreRejected() async throws {
        var refused = 0
        for chunk in Self.chunks {
            let sent = chunk.filter { text in
                do {
                    _ = try client.request(for: Echo { $0.header("X-N", text) })
                    return true
                } catch {
                    refused += 1
                    let isControl = text.utf8.contains { $0 < 0x20 && $0 != 9 || $0 == 0x7f }
                    let isPadded = text.trimmingCharacters(in: Self.blanks) != text
                    #expect(isControl || isPadded, "\(text.debugDescription)")
                    return false
                }
            }
            let response = try await echo {
                for (index, text) in sent.enumerated() { $0.header("X-N\(index)", text) }
            }
            guard case .object(let headers)? = response["headers"] else { return }
            for (index, text) in sent.enumerated() {
                // The server reads the bytes as Latin-1 (PEP 3333).
                let found = headers["X-N\(index)"]?.string ?? ""
                let bytes = Data(found.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
                #expect(bytes == Data(text: text), "\(text.debugDescription)")
            }
        }
        #expect(refused > 50)
    }

    @Test func naughtyStringsArriveInCookiesOrAreRejected() async throws {
        var sentCount = 0
        for chunk in Self.chunks {
            let sent = chunk.filter { text in
                (try? client.request(for: Echo { $0.cookie("n", text) })) != nil
            }
            sentCount += sent.count
            let response = try await echo {
                for (index, text) in sent.enumerated() { $0.cookie("n\(index)", text) }
            }
            guard case .object(let headers)? = response["headers"] else { return }
            let expected = sent.enumerated().map { "n\($0)=\($1)" }.joined(separator: "; ")
            #expect((headers["Cookie"]?.string ?? "") == expected)
        }
        #expect(sentCount > 100 && sentCount < Self.all.count)
    }

    @Test func naughtyStringsStayInTheirPathSegment() throws {
        var refused: [String] = []
        for text in Self.all {
            do {
                let request = try client.request(
                    for: Echo {
                        $0.method(.get, "/anything/{id}/end")
                        $0.path("id", text)
                    })
                let steps = request.target.split(separator: "/", omittingEmptySubsequences: false)
                #expect(steps.count == 4 && steps[3] == "end", "\(text.debugDescription)")
                #expect(
                    Data(percentEncoded: steps[2]) == Data(text: text), "\(text.debugDescription)")
            } catch {
                refused.append(text)
            }
        }
        #expect(Set(["", ".", "..", "../../etc/passwd", "..\\..\\x"]).isSubset(of: refused))
        #expect(refused.count < 20, "\(refused)")
    }
}

extension Data {
    /// The bytes of a text with percent-encoded bytes.
    fileprivate init(percentEncoded text: Substring) {
        self.init()
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let code = rest.prefix(2)
            if byte == UInt8(ascii: "%"), let value = UInt8(String(Substring(code)), radix: 16) {
                append(value)
                rest = rest.dropFirst(2)
            } else {
                append(byte)
            }
        }
    }

    /// The bytes of a text, because equal strings can have different bytes.
    fileprivate init(text: String) { self.init(text.utf8) }
}
