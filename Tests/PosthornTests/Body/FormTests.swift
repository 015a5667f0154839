import Foundation
import Posthorn
import Testing

@Suite("Urlencoded bodies")
struct FormTests {
    @Test(arguments: [
        ("a b", "a+b"), ("+", "%2B"), ("ä", "%C3%A4"), ("*-._", "*-._"), ("~", "%7E"),
        ("&=\r\n", "%26%3D%0D%0A"), ("", ""),
    ])
    func valuesAreEncodedAsTheStandardSays(_ value: String, _ written: String) throws {
        #expect(try built(.post) { $0.form("q", value) }.bodyText == "q=\(written)")
    }

    @Test func ownFieldsWinOverCommonOnes() throws {
        let store = Store {
            $0.body("a", 1)
            $0.body("b", ["x", "y"])
            $0.body("c", ["k": 1])
        }
        let request = try store.request(
            for: Ping { request in
                request.form("a", "own")
                request.form("d", [1, 2])
            })
        #expect(request.bodyText == "b=x&b=y&c%5Bk%5D=1&a=own&d=1&d=2")
        #expect(request.header("Content-Type") == ["application/x-www-form-urlencoded"])
    }

    @Test func aFormWithoutFieldsIsAnEmptyForm() throws {
        let request = try built(.post) { $0.form("a", Int?.none) }
        #expect(request.bodyText == "")
        #expect(request.header("Content-Type") == ["application/x-www-form-urlencoded"])
    }

    @Test func anUploadIsSentAsItIs() throws {
        let store = Store { $0.body("channel", "web") }
        let request = try store.request(
            for: Ping { $0.upload(.data(Data("raw".utf8)), as: "image/png") })
        #expect(request.bodyText == "raw")
        #expect(request.header("Content-Type") == ["image/png"])
    }
}
