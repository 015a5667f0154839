import CCurl
import Glibc
import TestSupport
import Testing

@testable import PosthornCurl

/// Tracking of sockets that libcurl closes silently.
@Suite(.timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct ConnectionsTests {
    private func makeSocket() -> Int32 {
        socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }

    /// Connects a socket to a local port and returns the other end.
    private func connect(_ socket: Int32) throws -> Int32 {
        let listener = makeSocket()
        defer { close(listener) }
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return try withUnsafeMutablePointer(to: &place) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                try #require(bind(listener, address, length) == 0 && listen(listener, 1) == 0)
                try #require(getsockname(listener, address, &length) == 0)
                try #require(Glibc.connect(socket, address, length) == 0)
            }
            let other = accept(listener, nil, nil)
            try #require(other >= 0)
            return other
        }
    }

    @Test func forgetsSocketWhoseDescriptorWasReused() throws {
        let connections = Connections(try Poller())
        let (number, other) = (makeSocket(), makeSocket())
        let connection = connections.opened(number, for: 1)
        connections.forgetIfGone(connection)
        #expect(connections.count == 1)
        // In one step: otherwise another test could get the descriptor in between.
        #expect(dup2(other, number) == number)
        connections.forgetIfGone(connection)
        #expect(connections.count == 0)
        close(number)
        close(other)
    }

    @Test func keepsSocketThatReusesADescriptor() throws {
        let connections = Connections(try Poller())
        let (number, other) = (makeSocket(), makeSocket())
        let old = connections.opened(number, for: 1)
        #expect(dup2(other, number) == number)
        let new = connections.opened(number, for: 2)
        connections.forgetIfGone(old)
        #expect(connections.count == 1)
        #expect(new.isStillOpen)
        close(number)
        close(other)
    }

    /// libcurl does not repeat what it wants of a descriptor if that has not changed.
    @Test func watchesNewSocketWithReusedDescriptor() throws {
        let poller = try Poller()
        let watches = Watches(poller)
        var pair: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        let number = makeSocket()
        watches.opened(number, for: 1)
        watches.want(EPOLLOUT.rawValue, of: number, for: 7)
        // The old watch ended with its last descriptor.
        #expect(dup2(pair[0], number) == number)
        watches.opened(number, for: 1)
        var events = [epoll_event](repeating: epoll_event(), count: 4)
        #expect(poller.wait(0, into: &events) == 1)
        #expect(events[0].data.fd == number)
        #expect(watches.handle(for: number) == 7)
        for socket in pair + [number] { close(socket) }
    }

    /// A pair of connected sockets.
    ///
    /// The first is watched as a connection that libcurl no longer uses.
    private func makeResting(_ watches: Watches) -> [Int32] {
        var pair: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        watches.opened(pair[0], for: 1)
        watches.want(EPOLLIN.rawValue, of: pair[0], for: 0)
        watches.want(0, of: pair[0], for: 0)
        return pair
    }

    @Test func idleConnectionIsQuietOnlyAfterAnEventlessPoll() throws {
        let watches = Watches(try Poller())
        let pair = makeResting(watches)
        var events = [epoll_event](repeating: epoll_event(), count: 4)
        #expect(!watches.isKnownQuiet(pair[0]))
        #expect(watches.poll(0, into: &events) == 0)
        #expect(watches.isKnownQuiet(pair[0]))
        // The result is valid only for transfers that start at once.
        watches.expirePoll()
        #expect(!watches.isKnownQuiet(pair[0]))
        #expect(watches.poll(0, into: &events) == 0)
        #expect(watches.isKnownQuiet(pair[0]))
        // Unsolicited data is reported to no transfer.
        #expect(write(pair[1], "x", 1) == 1)
        #expect(watches.poll(0, into: &events) == 1)
        #expect(events[0].data.fd == Watches.ignored)
        #expect(!watches.isKnownQuiet(pair[0]))
        #expect(watches.poll(0, into: &events) == 0)
        #expect(!watches.isKnownQuiet(pair[0]))
        for socket in pair { close(socket) }
    }

    @Test func connectionWatchedByLibcurlIsNeverKnownQuiet() throws {
        let watches = Watches(try Poller())
        let pair = makeResting(watches)
        watches.want(EPOLLIN.rawValue, of: pair[0], for: 0)
        var events = [epoll_event](repeating: epoll_event(), count: 4)
        #expect(watches.poll(0, into: &events) == 0)
        #expect(!watches.isKnownQuiet(pair[0]))
        for socket in pair { close(socket) }
    }

    @Test func fullEventBufferDoesNotProveConnectionsQuiet() throws {
        let watches = Watches(try Poller())
        let (first, second) = (makeResting(watches), makeResting(watches))
        for pair in [first, second] { #expect(write(pair[1], "x", 1) == 1) }
        var events = [epoll_event](repeating: epoll_event(), count: 1)
        #expect(watches.poll(0, into: &events) == 1)
        #expect(!watches.isKnownQuiet(first[0]))
        #expect(!watches.isKnownQuiet(second[0]))
        for socket in first + second { close(socket) }
    }

    /// libcurl may finish a transfer and reuse its connection before we handle the first result.
    @Test func detectsUnsolicitedDataOnReusedConnection() throws {
        CurlLibrary.start()
        let handle = EasyHandle(raw: try #require(curl_easy_init()))
        let connections = Connections(try Poller())
        let number = makeSocket()
        _ = connections.opened(number, for: 1)
        let other = try connect(number)
        let local = try #require(SocketProbe.localEnd(of: number))
        let remote = try #require(SocketProbe.remoteEnd(of: number))
        remote.address.withCString { address in
            let ends = Connection.Ends(
                localPort: local.port, remoteAddress: address, remotePort: remote.port)
            func begins(_ isReused: Bool) -> Bool {
                switch connections.begin(ends, handle, isReused: isReused) {
                case .connection: true
                case .unidentified, .unusable: false
                }
            }
            #expect(begins(false))
            #expect(begins(true))
            #expect(write(other, "x", 1) == 1)
            var arrival = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            #expect(poll(&arrival, 1, -1) == 1)
            #expect(!begins(true))
        }
        for socket in [number, other] { close(socket) }
    }
}
