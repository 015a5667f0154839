/// What holds back the bytes of a transfer: its task, its caller, or its share of the loop's iteration.
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
    /// Whether the transfer takes the bytes that libcurl has for it, although its task or its caller is not ready.
    var takesHeldBytes = false
    /// The number of body bytes received in an iteration of the loop, and the iteration.
    private var share = (bytes: 0, iteration: 0)

    init(isSuspended: Bool = false) { self.isSuspended = isSuspended }

    /// Whether callbacks refuse bytes because the task is suspended.
    var refusesBytes: Bool { isSuspended && !takesHeldBytes }

    /// Whether libcurl does not read for the transfer until its task or its caller is ready.
    var isHeldBack: Bool { isSuspended || isReaderSlow }

    /// Whether the time without bytes counts towards the idle timeout.
    var countsSilence: Bool { !isSuspended && !isReaderSlow && !isSourceEmpty }

    /// Records whether a stream has taken a piece; a full one pauses the transfer.
    mutating func offered(isTaken: Bool) {
        isReaderSlow = !isTaken
        if !isTaken { isReceivingPaused = true }
    }

    /// Records whether the source of the request's body had bytes; an empty one pauses the transfer.
    mutating func asked(hasBytes: Bool) { isSourceEmpty = !hasBytes }

    mutating func uploadEnded() { isSourceEmpty = false }

    /// Records that the caller reads or sends again; libcurl then asks for both directions.
    mutating func callerIsReady() {
        isReaderSlow = false
        isSourceEmpty = false
    }

    mutating func restart() { self = FlowControl(isSuspended: isSuspended) }

    mutating func resumed() { isReceivingPaused = false }

    /// - Returns: Whether the transfer has used up its share of the iteration and is paused for others.
    mutating func received(_ count: Int, inIteration iteration: Int, largestShare: Int) -> Bool {
        share = (share.iteration == iteration ? share.bytes + count : count, iteration)
        guard share.bytes >= largestShare else { return false }
        share.bytes = 0
        isReceivingPaused = true
        return true
    }
}
