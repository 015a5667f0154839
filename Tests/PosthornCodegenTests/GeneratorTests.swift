import Foundation
import PosthornCodegen
import PosthornSpec
import TestSupport
import Testing

@Suite("Generator", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct GeneratorTests {
    @Test("The same spec gives the same bytes in any file order")
    func isDeterministic() throws {
        let names = ["SeveralAPI", "SeveralPlain", "SeveralTenants", "SeveralUsers"]
        let sources = try names.map { name in
            let file = GoldenCase.folder.appending(path: "SeveralFiles/\(name).yaml")
            return SourceFile(path: "\(name).yaml", bytes: Array(try Data(contentsOf: file)))
        }
        func generate(_ sources: [SourceFile]) throws -> [String?] {
            let document = try #require(SpecReader.read(sources).document)
            return names.map { Generator(document).swift(for: "\($0).yaml", shownAs: $0) }
        }
        #expect(try generate(sources) == generate(sources.reversed()))
        #expect(try generate(sources) == generate(sources.shuffled()))
    }

    @Test("An unknown file gives nil")
    func unknownFileGivesNil() throws {
        let source = SourceFile(path: "A.yaml", text: "service: AAPI\n")
        let document = try #require(SpecReader.read([source]).document)
        #expect(Generator(document).swift(for: "B.yaml", shownAs: "B.yaml") == nil)
    }

    @Test("A path cannot break out of the header comment")
    func keepsHeaderOnOneLine() throws {
        let source = SourceFile(path: "A.yaml", text: "types: { X: { a: Int } }\nservice: AAPI\n")
        let document = try #require(SpecReader.read([source]).document)
        let text = try #require(
            Generator(document).swift(for: "A.yaml", shownAs: "a\nimport Evil\r\nb"))
        #expect(text.hasPrefix("// Generated from a?import Evil?b. Edit the spec"))
    }

    @Test(
        "10,000 endpoints are generated in time", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
    func generatesManyEndpointsInTime() throws {
        var sources = [SourceFile(path: "A.yaml", text: "service: AAPI\n")]
        for file in 0..<100 {
            var text = "endpoints:\n"
            for index in 0..<100 {
                text += "  get\(file)x\(index):\n    GET: /a/{id}\n    doc: Gets it.\n"
                text += "    query: { page_size: Int = 50, after?: String }\n"
                text += "    returns: T\(file)x\(index)\n"
            }
            text += "types:\n"
            for index in 0..<100 {
                text += "  T\(file)x\(index): { id: String, next?: [T\(file)x\(99 - index)] }\n"
            }
            sources.append(SourceFile(path: "F\(file).yaml", text: text))
        }
        let clock = ContinuousClock()
        var bytes = 0
        let time = try clock.measure {
            let document = try #require(SpecReader.read(sources).document)
            let generator = Generator(document)
            for source in sources {
                bytes += generator.swift(for: source.path, shownAs: source.path)?.utf8.count ?? 0
            }
        }
        #expect(bytes > 10_000_000)
        // It takes about two seconds, unoptimized.
        #expect(time < .seconds(30 * slowness))
    }

    @Test("Nested defaults are written once")
    func writesNestedDefaultsOnce() throws {
        let types = (0..<40).map {
            let field = "{ type: T\($0 + 1), default: {} }"
            return "  T\($0): { a: \(field), b: \(field) }\n"
        }.joined()
        let text = "service: AAPI\ntypes:\n\(types)  T40: { a: Int = 1 }\n"
        let document = try #require(
            SpecReader.read([SourceFile(path: "A.yaml", text: text)]).document)
        let swift = Generator(document).swift(for: "A.yaml", shownAs: "A.yaml")
        #expect(swift?.contains("public init(a: T1 = .init(), b: T1 = .init())") == true)
    }
}
