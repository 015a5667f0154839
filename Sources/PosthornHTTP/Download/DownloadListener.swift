/// Receives the events of a download, such as a task of a session.
package protocol DownloadListener: AnyObject, Sendable {
    func observe(_ event: DownloadEvent)
    /// Returns the path to which the complete file is moved.
    /// - Throws: a ``TransportError`` if the location is not a file URL.
    func destination(ofFileAt path: String) async throws(TransportError) -> String
    var httpVersion: HTTPVersion? { get }
}
