import CCurl
import Glibc
import Testing

@testable import PosthornCurl

/// What is known of sockets that libcurl closes without a word.
@Suite(.timeLimit(.minutes(1)))
struct ConnectionsTests {
    private func makeSocket() -> Int32 {
        socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }

    @Test func forgetsASocketWhoseNumberIsAnothers() throws {
        let connections = Connections(try Poller())
        let (number, other) = (makeSocket(), makeSocket())
        let connection = connections.opened(number, for: 1)
        connections.forgetIfGone(connection)
        #expect(connections.count == 1)
        // In one step: another test could get the number in between.
        #expect(dup2(other, number) == number)
        connections.forgetIfGone(connection)
        #expect(connections.count == 0)
        close(number)
        close(other)
    }

    @Test func doesNotForgetTheOneThatHasTheNumberNow() throws {
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

    /// libcurl does not say again what it wants of a number that it wants the same of.
    @Test func watchesTheNextSocketOfTheSameNumber() throws {
        let poller = try Poller()
        let watches = Watches(poller)
        var pair: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        let number = makeSocket()
        watches.opened(number, for: 1)
        watches.want(EPOLLOUT.rawValue, of: number, for: 7)
        // What was watched has left the queue with its last descriptor.
        #expect(dup2(pair[0], number) == number)
        watches.opened(number, for: 1)
        var events = [epoll_event](repeating: epoll_event(), count: 4)
        #expect(poller.wait(0, into: &events) == 1)
        #expect(events[0].data.fd == number)
        #expect(watches.handle(for: number) == 7)
        for socket in pair + [number] { close(socket) }
    }
}
