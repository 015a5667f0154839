/// The state of a transfer: what it waits for, or what libcurl does for it.
///
/// The driver (``MultiDriver``) enters the states. ``successors`` is the whole state machine;
/// Documentation/SessionLoop.md shows it as a diagram.
enum TransferPhase: Int, CaseIterable {
    /// Starts after the next poll.
    case ready
    /// Its task is suspended and the request not sent; libcurl does not have its handle.
    ///
    /// A transfer that is suspended later, or while it waits for anything but admission, keeps its state.
    case suspended
    /// Waits for a place within the session's limits.
    case waitingForAdmission
    /// Waits for the file of certificate authorities.
    case waitingForAuthorities
    /// libcurl resolves the host, connects, or waits for a connection to share.
    case connecting
    /// The same, and the session tries further addresses of the host in parallel.
    case tryingAddresses
    /// The request is being sent, or the response received.
    case exchanging
    /// Waits for the decision of a hook or handler about the server's certificate.
    case waitingForDecision
    /// Waits until the request is sent again.
    case waitingToRepeat
    /// The caller has the outcome.
    case ended

    /// The states that may follow.
    ///
    /// libcurl itself may send a request again on a new connection; the transfer then stays in `exchanging`.
    var successors: Set<TransferPhase> {
        switch self {
        case .ready:
            [.suspended, .waitingForAdmission, .waitingForAuthorities, .connecting, .ended]
        case .suspended: [.ready, .ended]
        case .waitingForAdmission: [.ready, .suspended, .ended]
        case .waitingForAuthorities: [.ready, .ended]
        case .connecting:
            [
                .tryingAddresses, .exchanging, .waitingForDecision, .waitingToRepeat, .ready,
                .suspended, .ended,
            ]
        case .tryingAddresses:
            [.exchanging, .waitingForDecision, .waitingToRepeat, .ready, .suspended, .ended]
        case .exchanging: [.waitingForDecision, .waitingToRepeat, .ready, .ended]
        case .waitingForDecision: [.ready, .ended]
        case .waitingToRepeat: [.ready, .ended]
        case .ended: []
        }
    }

    /// The successors of each state as bits, because a debug build checks each change.
    private static let masks = allCases.map { phase in
        phase.successors.reduce(0) { $0 | 1 << $1.rawValue }
    }

    /// Whether libcurl has the handle, and has not yet begun to send the request.
    var isConnecting: Bool { self == .connecting || self == .tryingAddresses }

    mutating func enter(_ next: TransferPhase) {
        assert(
            Self.masks[rawValue] & 1 << next.rawValue != 0,
            "a transfer went from \(self) to \(next)")
        self = next
    }
}
