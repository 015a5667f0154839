import Foundation
import Posthorn
import Testing

@Suite("Parameters as text")
struct ParameterValueTests {
    enum Size: OpenEnum {
        case small
        case unknown(String)

        static let knownCases: [Self] = [.small]

        init(rawValue: String) { self = rawValue == "small" ? .small : .unknown(rawValue) }

        var rawValue: String {
            switch self {
            case .small: "small"
            case .unknown(let value): value
            }
        }
    }

    static let texts: [(any ParameterValue, String)] = [
        ("text", "text"), ("", ""),
        (true, "true"), (false, "false"),
        (0, "0"), (-1, "-1"), (Int.max, "9223372036854775807"), (Int.min, "-9223372036854775808"),
        (Int32.min, "-2147483648"), (Int64.max, "9223372036854775807"),
        (1.5, "1.5"), (0.1, "0.1"), (-0.0, "-0.0"), (1e21, "1e+21"), (1e-7, "1e-07"),
        (Float(0.1), "0.1"),
        (Decimal(sign: .plus, exponent: -2, significand: 1999), "19.99"),
        (Decimal(sign: .minus, exponent: 0, significand: 7), "-7"),
        (Date(timeIntervalSince1970: 0), "1970-01-01T00:00:00Z"),
        (Date(timeIntervalSince1970: 0.25), "1970-01-01T00:00:00.250Z"),
        (
            UUID(uuid: (222, 173, 190, 239, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)),
            "deadbeef-0000-0000-0000-000000000001"
        ),
        (URL(filePath: "/a b"), "file:///a%20b"),
        (Size.small, "small"), (Size.unknown("XXL"), "XXL"),
    ]

    @Test(arguments: texts.indices)
    func formatsValuesAsText(_ index: Int) throws {
        let (value, text) = Self.texts[index]
        #expect(try value.parameterText() == text)
    }

    static let refused: [(any ParameterValue, String)] = [
        (Double.nan, "the number nan is not finite"),
        (Double.infinity, "the number inf is not finite"),
        (-Double.infinity, "the number -inf is not finite"),
        (Float.nan, "the number nan is not finite"),
        (Float.infinity, "the number inf is not finite"),
        (Decimal.nan, "the number NaN is not finite"),
        (
            Date(timeIntervalSince1970: 253_402_300_800),
            "the date's year does not have four digits"
        ),
        (
            Date(timeIntervalSince1970: -62_167_219_201),
            "the date's year does not have four digits"
        ),
        (Date(timeIntervalSince1970: .nan), "the date's year does not have four digits"),
        (Date(timeIntervalSince1970: .infinity), "the date's year does not have four digits"),
    ]

    @Test(arguments: refused.indices)
    func valuesWithoutTextAreRefused(_ index: Int) {
        let (value, message) = Self.refused[index]
        let fault = #expect(throws: APIError.Cause.self) { try value.parameterText() }
        #expect(fault?.code == .invalidParameter)
        #expect(fault?.message == message)
    }

    @Test func errorNamesTheParameter() {
        let layers: [Layer] = [
            { $0.path("ratio", Double.nan) }, { $0.query("ratio", Double.nan) },
            { $0.query("ratio", [1, Double.nan]) }, { $0.header("ratio", Double.nan) },
            { $0.header("ratio", [Double.nan]) },
        ]
        for layer in layers {
            let error = #expect(throws: APIError.self) { try built(.get, "/{ratio}", layer) }
            #expect(error?.message == "the parameter ratio: the number nan is not finite")
        }
    }

    @Test(arguments: ["small", "XXL", "", "unknown"])
    func openEnumKeepsUnknownValues(_ raw: String) throws {
        let json = Data("[\"\(raw)\"]".utf8)
        let decoded = try JSONDecoder().decode([Size].self, from: json)
        #expect(decoded.map(\.rawValue) == [raw])
        #expect(try JSONEncoder().encode(decoded) == json)
    }
}
