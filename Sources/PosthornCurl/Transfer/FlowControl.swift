/// What holds back the bytes of a transfer: its task, its caller, or its share of the loop's turn.
///
/// A callback records what happened and pauses the transfer in libcurl. The driver resumes it.
struct FlowControl {
    /// Whether the transfer's task is suspended.
    var isSuspended: Bool
    /// Whether the stream that receives the response is full.
    private(set) var isReaderSlow = false
    /// Whether the source of the request's body has no bytes.
    private(set) var isSourceEmpty = false
    /// Whether libcurl was told to stop reading.
    private(set) var isReceivingPaused = false
    /// The number of body bytes received in a turn of the loop, and the turn.
    private var share = (bytes: 0, turn: 0)
    /// The bytes read from the connection and the body bytes, at the end of a long turn without body bytes.
    private var flood: (taken: Int, body: Int)?

    init(isSuspended: Bool = false) { self.isSuspended = isSuspended }

    /// Whether the time without bytes counts towards the idle timeout.
    var countsSilence: Bool { !isSuspended && !isReaderSlow && !isSourceEmpty }

    /// Records whether a stream has taken a piece; a full one pauses the transfer.
    mutating func offered(isTaken: Bool) {
        isReaderSlow = !isTaken
        if !isTaken { isReceivingPaused = true }
    }

    /// Records whether the source of the request's body had bytes; an empty one pauses the transfer.
    mutating func asked(hasBytes: Bool) { isSourceEmpty = !hasBytes }

    /// Records that libcurl sends no more of the request's body.
    mutating func uploadEnded() { isSourceEmpty = false }

    /// Records that the caller reads or sends again; libcurl then asks for both directions.
    mutating func callerIsReady() {
        isReaderSlow = false
        isSourceEmpty = false
    }

    /// Prepares for another attempt of the same request.
    mutating func restart() { self = FlowControl(isSuspended: isSuspended) }

    /// Records that libcurl reads again.
    mutating func resumed() { isReceivingPaused = false }

    /// Counts received body bytes.
    ///
    /// - Returns: Whether the transfer has used up its share of the turn and is paused for others.
    mutating func received(_ count: Int, inTurn turn: Int, largestShare: Int) -> Bool {
        share = (share.turn == turn ? share.bytes + count : count, turn)
        guard share.bytes >= largestShare else { return false }
        share.bytes = 0
        isReceivingPaused = true
        return true
    }

    /// Whether no body bytes have arrived in a turn although nothing holds them back.
    func isSilent(inTurn turn: Int) -> Bool { countsSilence && share.turn != turn }

    /// Whether a connection receives much without any body bytes.
    ///
    /// - Parameters:
    ///   - taken: The number of bytes read from the connection so far.
    ///   - body: The number of body bytes so far.
    ///   - limit: The number of other bytes that may arrive between two pieces of a body.
    mutating func isFlooded(taken: Int, body: Int, limit: Int) -> Bool {
        if let flood, flood.body == body { return taken - flood.taken > limit }
        flood = (taken, body)
        return false
    }
}
