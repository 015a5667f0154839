@_exported import PosthornTesting

// The names by which the session's tests know the scripted server.

/// A loopback server whose every byte a test decides.
public typealias ScriptedPeer = ScriptedServer

/// One accepted connection of it.
public typealias PeerConnection = ScriptedConnection

/// Why a script can't go on.
public typealias PeerError = ScriptError

extension ScriptedConnection {
    /// Reads exactly so many bytes.
    public func take(_ count: Int) throws -> [UInt8] {
        guard let bytes = read(count) else { throw ScriptError("the client closed") }
        return bytes
    }
}
