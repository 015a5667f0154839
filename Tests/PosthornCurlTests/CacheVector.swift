import Foundation
import PosthornCurl
import TestSupport

@testable import PosthornCore

/// One test of the published suite for HTTP caches.
struct CacheVector {
    let id: String
    let kind: String
    let needs: [String]
    let isForCDN: Bool
    let steps: [Step]

    struct Step {
        let values: [String: Any]

        subscript<Value>(_ key: String, _ type: Value.Type = Value.self) -> Value? {
            values[key] as? Value
        }

        /// Whether an expectation is a precondition of the test.
        func isSetup(_ key: String) -> Bool {
            self["setup"] == true || self["setup_tests", [String].self]?.contains(key) == true
        }

        var method: String { self["request_method"] ?? "GET" }
        var type: String? { self["expected_type"] }
    }

    static func all() throws -> [CacheVector] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let data = try Data(contentsOf: folder.appendingPathComponent("Vectors/cache-tests.json"))
        let file = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let suites = file?["suites"] as? [[String: Any]] ?? []
        return suites.flatMap { suite in
            (suite["tests"] as? [[String: Any]] ?? []).map { test in
                CacheVector(
                    id: test["id"] as? String ?? "", kind: test["kind"] as? String ?? "required",
                    needs: test["depends_on"] as? [String] ?? [],
                    isForCDN: test["cdn_only"] as? Bool ?? false,
                    steps: (test["requests"] as? [[String: Any]] ?? []).map(Step.init))
            }
        }
    }
}

/// Fields as the suite writes them: dates in seconds from now, locations relative to the request's.
enum VectorFields {
    static let dates: Set<String> = [
        "date", "expires", "last-modified", "if-modified-since", "if-unmodified-since",
    ]

    static func value(
        _ field: [Any], _ step: CacheVector.Step, place: String, now: Date
    ) -> (name: String, value: String) {
        let name = field[0] as? String ?? ""
        let key = name.lowercased()
        if dates.contains(key), let seconds = field[1] as? Int {
            let date = now.addingTimeInterval(Double(seconds))
            let isOld = step["rfc850date", [String].self]?.contains(key) == true
            return (name, isOld ? rfc850(date) : InternetDate.http(for: date) ?? "")
        }
        let value = field[1] as? String ?? "\(field[1])"
        if key == "location" || key == "content-location", step["magic_locations"] == true {
            return (name, value.isEmpty ? place : "\(place)/\(value)")
        }
        return (name, value)
    }

    private static func rfc850(_ date: Date) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEEE, dd-MMM-yy HH:mm:ss 'GMT'"
        return format.string(from: date)
    }
}
