import Glibc

/// The links and routes of the machine, as far as they tell whether it has a network.
struct RouteTable: Equatable {
    struct Link: Equatable {
        var name: String
        var isLoopback: Bool
        /// Whether it is switched on and something is at its other end.
        var isRunning: Bool
    }

    struct Route: Equatable {
        var link: Int32
        /// Whether it is for what has no route of its own.
        var isDefault: Bool
        /// Of two routes the one with the smaller number is taken.
        var metric: UInt32
    }

    var links: [Int32: Link] = [:]
    var routes: [Route] = []

    var status: PathStatus {
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

    /// Takes in what one message of rtnetlink(7) says; others than about links and routes say nothing here.
    mutating func take(_ message: RouteMessage) {
        switch message.kind {
        case .link:
            guard let name = message.text(of: .linkName) else { return }
            let flags = message.flags
            links[message.index] = Link(
                name: name, isLoopback: flags & RouteMessage.isLoopback != 0,
                isRunning: flags & RouteMessage.isRunning != 0 && flags & RouteMessage.isUp != 0)
        case .route:
            // Of the kernel's tables the one that is looked at for the outside; of its routes those that
            // lead to hosts and not to an error, and further than to this machine or one link's
            // neighbours by IPv6, which each link that is up has.
            guard message.table == RouteMessage.mainTable, message.isUnicast,
                message.scope <= RouteMessage.linkScope, !message.isLinkLocal
            else { return }
            for link in message.outgoingLinks {
                routes.append(
                    Route(
                        link: link, isDefault: message.prefixLength == 0,
                        metric: message.number(of: .priority) ?? 0))
            }
        case .end, .error, .other: break
        }
    }
}
