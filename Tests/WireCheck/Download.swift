import Foundation
import Glibc
import Posthorn
import PosthornCurl
import TestSupport

/// Downloads a file and prints how that went; with a limit, no file of the process may be larger.
///
/// - Parameters:
///   - checkpoint: After how many bytes each note of them is taken; `nil` for the default.
///   - survivesPowerLoss: Whether they are synced to disk before that.
///   - replaces: Whether a file that stands there already is replaced.
func download(
    _ url: String, to path: String, limit: Int?, checkpoint: Int?,
    survivesPowerLoss: Bool, replaces: Bool
) async throws {
    if let limit {
        signal(SIGXFSZ, SIG_IGN)
        var value = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &value)
    }
    try await CurlSession.withSession { session in
        var options = DownloadOptions()
        if let checkpoint {
            (options.checkpointBytes, options.checkpointInterval) = (checkpoint, .zero)
        }
        if !replaces { options.collision = .fail }
        options.survivesPowerLoss = survivesPowerLoss
        let task = session.task(
            for: TransportRequest(url: url), to: .file(URL(filePath: path)), options: options)
        do throws(TransportError) {
            let file = try await task.value
            print("done \(file.count)")
        } catch {
            print("\(error.code.rawValue) \(task.resumeData?.offset ?? 0)")
        }
    }
}
