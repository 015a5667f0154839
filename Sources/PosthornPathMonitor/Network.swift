import PosthornHTTP

/// The machine's addresses and routes, with what has happened to the addresses.
struct Network: Equatable, Sendable {
    /// The number of times that each address was found new or interrupted, so far; a lost address has none.
    private var lives: [String: Int] = [:]
    private var lifeCount = 0
    private var routes: [RouteTable.Route] = []

    /// Takes the kernel's table.
    ///
    /// - Parameter notifications: What the kernel has reported since the table before.
    mutating func update(_ table: RouteTable, after notifications: [RouteMessage]) {
        var interruptedLinks: Set<Int32> = []
        var interrupted: Set<String> = []
        for message in notifications {
            if message.kind == .lostAddress { message.address.map { _ = interrupted.insert($0) } }
            if message.kind == .link, message.flags & RouteMessage.isRunning == 0 {
                interruptedLinks.insert(message.index)
            }
        }
        lifeCount += 1
        var next: [String: Int] = [:]
        for (address, link) in table.addresses {
            let isInterrupted = interrupted.contains(address) || interruptedLinks.contains(link)
            next[address] = isInterrupted ? lifeCount : lives[address] ?? lifeCount
        }
        lives = next
        routes = table.routes
    }

    /// Returns what has changed since an earlier state; `nil` if nothing has.
    func change(since earlier: Network) -> NetworkChange? {
        guard lives != earlier.lives || routes != earlier.routes else { return nil }
        return NetworkChange(
            lostAddresses: Set(earlier.lives.keys.filter { lives[$0] == nil }),
            interruptedAddresses: Set(
                lives.filter { earlier.lives[$0.key] ?? $0.value != $0.value }
                    .keys))
    }
}
