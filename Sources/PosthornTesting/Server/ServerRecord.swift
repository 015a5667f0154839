/// The counters and requests of a scripted server.
///
/// Connections hold the record instead of the server.
struct ServerRecord {
    let isRecording: Bool
    private(set) var messages: [[UInt8]] = []
    private(set) var connections = 0
    var errors: [ScriptedServer.ScriptFailure] = []

    mutating func add(_ message: ArraySlice<UInt8>) {
        if isRecording { messages.append(Array(message)) }
    }

    /// Counts one more connection and returns its number.
    mutating func nextConnection() -> Int {
        connections += 1
        return connections
    }
}
