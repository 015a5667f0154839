@_exported import PosthornTesting

/// The names that the tests of the session know the scripted server by.
public typealias ScriptedPeer = ScriptedServer
public typealias PeerConnection = ScriptedConnection
public typealias PeerError = ScriptError
