import CCurl

// Transfers that lost their socket before it was connected. libcurl then selects the host's next address, but
// opens no socket and sets no timer, so that it would wait for the connect timeout.
extension MultiDriver {
    /// Makes libcurl continue such transfers, after its callbacks have returned.
    func continueLostSockets() {
        for id in context.connections.watches.takeDropped() {
            guard Quirk.stalledAttempts.isActive, let transfer = active[id],
                transfer.phase.isConnecting, let handle = transfer.handle
            else { continue }
            curl_easy_pause(handle.raw, CURLPAUSE_ALL)
            resume(transfer)
        }
    }
}
