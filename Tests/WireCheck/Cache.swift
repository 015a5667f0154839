import Foundation
import Posthorn
import PosthornCache
import PosthornCurl

/// Calls twice over a cache on disk alone, where no file may have more bytes than a limit, and prints
/// what came and what is kept.
func cache(_ url: String, in directory: String, fileLimit: UInt) async throws {
    // A write beyond the limit fails then, as on a full disk.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: fileLimit, rlim_max: fileLimit)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    let cache = try HTTPCache(directory: URL(filePath: directory), memory: 0)
    try await CurlSession.withSession { session in
        let transport = CachingTransport(session, cache: cache)
        for _ in 1...2 {
            let response = try await transport.send(TransportRequest(url: url))
            print(response.status.code, response.body.count, cache.diskBytes > 0)
        }
    }
}
