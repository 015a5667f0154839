import Glibc

/// The machine's links and routes, as far as they determine its connectivity.
struct RouteTable: Equatable {
    struct Link: Equatable {
        var name: String
        var isLoopback: Bool
        /// Whether the link is up and has a carrier.
        var isRunning: Bool
    }

    struct Route: Equatable {
        var link: Int32
        var isDefault: Bool
        /// The priority; the route with the smallest metric is preferred.
        var metric: UInt32
    }

    var links: [Int32: Link] = [:]
    var routes: [Route] = []
    /// The links of the machine's addresses.
    var addresses: [String: Int32] = [:]

    var status: PathMonitor.Status {
        let usable = routes.filter { route in
            links[route.link].map { $0.isRunning && !$0.isLoopback } ?? false
        }
        let inOrder = usable.sorted { one, other in
            (one.isDefault ? 0 : 1, one.metric, one.link)
                < (other.isDefault ? 0 : 1, other.metric, other.link)
        }
        var names: [String] = []
        for route in inOrder {
            if let name = links[route.link]?.name, !names.contains(name) { names.append(name) }
        }
        return names.isEmpty ? .unsatisfied : .satisfied(interfaces: names)
    }

    /// Adds the link or route of a message (rtnetlink(7)); ignores other messages.
    mutating func take(_ message: RouteMessage) {
        switch message.kind {
        case .link:
            guard let name = message.text(of: .linkName) else { return }
            let flags = message.flags
            links[message.index] = Link(
                name: name, isLoopback: flags & RouteMessage.isLoopback != 0,
                isRunning: flags & RouteMessage.isRunning != 0 && flags & RouteMessage.isUp != 0)
        case .route:
            // Only unicast routes of the main table count. Routes to this machine itself do not count, and
            // neither do the IPv6 link-local routes, which every link that is up has.
            guard message.table == RouteMessage.mainTable, message.isUnicast,
                message.scope <= RouteMessage.linkScope, !message.isLinkLocal
            else { return }
            for link in message.outgoingLinks {
                routes.append(
                    Route(
                        link: link, isDefault: message.prefixLength == 0,
                        metric: message.number(of: .priority) ?? 0))
            }
        case .address:
            if let address = message.address { addresses[address] = message.index }
        case .lostAddress, .end, .error, .other: break
        }
    }
}
