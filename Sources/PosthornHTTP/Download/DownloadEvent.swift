package import FoundationEssentials

package enum DownloadEvent: Sendable {
    case resumed(offset: Int, total: Int?)
    /// The file has changed on the server, and the download starts again at its first byte.
    case restarted
    /// An earlier download had received the whole file.
    case wasComplete(count: Int)
    case moved(DownloadedFile)
    /// The file can't be moved to its destination.
    case moveFailed(to: URL, TransportError)
    /// The download failed and can be resumed with this.
    case resumable(ResumeData)
}
