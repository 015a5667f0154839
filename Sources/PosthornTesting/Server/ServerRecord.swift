/// What a scripted server has seen; its connections hold it, and so not the server itself.
struct ServerRecord {
    let isRecording: Bool
    private(set) var messages: [[UInt8]] = []
    private(set) var connections = 0
    var errors: [ScriptedServer.ScriptFailure] = []

    mutating func add(_ message: ArraySlice<UInt8>) {
        if isRecording { messages.append(Array(message)) }
    }

    /// The number of one more connection.
    mutating func nextConnection() -> Int {
        connections += 1
        return connections
    }
}
