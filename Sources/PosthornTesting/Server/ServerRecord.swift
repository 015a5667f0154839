import Posthorn

/// What a scripted server has seen; its connections hold it, and so not the server itself.
final class ServerRecord: Sendable {
    private struct State {
        var messages: [[UInt8]] = []
        var connections = 0
        var errors: [ScriptedServer.ScriptFailure] = []
    }

    private let state = Locked(State())
    private let isRecording: Bool

    init(isRecording: Bool) { self.isRecording = isRecording }

    var messages: [[UInt8]] { state.withLock { $0.messages } }
    var connections: Int { state.withLock { $0.connections } }
    var errors: [ScriptedServer.ScriptFailure] { state.withLock { $0.errors } }

    func add(_ message: ArraySlice<UInt8>) {
        if isRecording { state.withLock { $0.messages.append(Array(message)) } }
    }

    func add(_ failure: ScriptedServer.ScriptFailure) {
        state.withLock { $0.errors.append(failure) }
    }

    /// The number of one more connection.
    func nextConnection() -> Int {
        state.withLock { state in
            state.connections += 1
            return state.connections
        }
    }
}
