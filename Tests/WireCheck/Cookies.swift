import Foundation
import Posthorn

/// Saves two hundred cookies again and again, all with a value that changes each time, and prints a
/// character after each; until it is killed.
///
/// - Parameter fileLimit: How many bytes of a file may be written; the system kills the process that
///   goes on.
func saveCookies(to path: String, fileLimit: UInt?) throws {
    if let fileLimit {
        // Who started this may have the signal blocked or ignored: the writer would see an error.
        signal(SIGXFSZ, SIG_DFL)
        var signals = sigset_t()
        sigaddset(&signals, SIGXFSZ)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        var limit = rlimit(rlim_cur: fileLimit, rlim_max: fileLimit)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }
    for turn in 0... {
        let store = CookieStore()
        for number in 0..<200 {
            store.set("n\(number)=\(turn); Max-Age=3600", from: "https://h\(number).example/")
        }
        try store.save(to: URL(filePath: path))
        try FileHandle.standardOutput.write(contentsOf: Data(".".utf8))
    }
}
