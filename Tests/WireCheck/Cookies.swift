import Foundation
import Posthorn

/// Saves two hundred cookies again and again, all with a value that changes each time, and prints a
/// character after each; until it is killed.
func saveCookies(to path: String) throws {
    for turn in 0... {
        let store = CookieStore()
        for number in 0..<200 {
            store.set("n\(number)=\(turn); Max-Age=3600", from: "https://h\(number).example/")
        }
        try store.save(to: path)
        try FileHandle.standardOutput.write(contentsOf: Data(".".utf8))
    }
}
