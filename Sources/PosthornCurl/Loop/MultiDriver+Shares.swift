import CCurl
import Posthorn

// That no transfer keeps the others waiting: what each may have between two looks at the sockets.
extension MultiDriver {
    /// Has those go on that have had their share, now that all others have had theirs.
    func endShares() {
        if turnStart.isOver(milliseconds: context.configuration.longTurn) { slowFloods() }
        context.turn.number += 1
        guard !context.turn.resting.isEmpty else { return }
        // Whoever goes on may have its share of this turn at once, of what libcurl has kept for it.
        let rested = context.turn.resting
        context.turn.resting = []
        for id in rested {
            if let transfer = active[id], !transfer.isSuspended { goOn(transfer) }
        }
    }

    /// Has servers send slower that send much which is no part of their responses.
    ///
    /// libcurl 7.88 skips the extensions of a chunk (RFC 9112, section 7.1.1) byte by byte and tells nobody,
    /// up to a hundred of its buffers each time that anything is to be done on the same multi handle.
    /// Nothing stops it but an empty socket.
    private func slowFloods() {
        for transfer in active.values where transfer.isSilent {
            guard let socket = transfer.connection?.socket,
                let taken = SocketProbe.taken(from: socket)
            else { continue }
            if let flood = transfer.flood, flood.body == transfer.bodyCount {
                if taken - flood.taken > Self.mostForNothing { SocketProbe.narrow(socket) }
            } else {
                transfer.flood = (taken, transfer.bodyCount)
            }
        }
    }

    /// How many bytes may come between two pieces of a body.
    private static let mostForNothing = 64 << 10
}

extension Transfer {
    /// Whether a response in chunks has brought nothing in this turn, though nobody holds it.
    fileprivate var isSilent: Bool {
        head.isComplete && head.framing.isChunked && !waitsForCaller && !isSuspended
            && share.turn != context.turn.number
    }
}
