/// What is known of how a connection ends, shared by the transfers that it carries.
///
/// Touched by the loop's thread alone.
final class ConnectionNews {
    /// The server's word that it ends an HTTP/2 connection (RFC 9113, section 6.8): the last stream
    /// that it has processed or will process, and why.
    ///
    /// `nil` if it has not said it.
    var goAway: (last: UInt32, code: HTTP2Code)?
    /// What we have sent.
    ///
    /// `nil` if it is not counted.
    var sent: SentRecords?
    /// How many bytes we had sent when we last asked.
    var bytesSent: Int?
    /// Whether the server had closed the connection when we last looked.
    var isEndedByServer = false
}
