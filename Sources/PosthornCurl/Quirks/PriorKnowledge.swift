extension SessionConfiguration {
    /// Whether each request needs its own HTTP/2 connection.
    ///
    /// libcurl before 8.0 switches a connection with prior knowledge to HTTP/2 again for each request, which
    /// breaks it.
    var needsConnectionPerRequest: Bool {
        httpVersion == .http2PriorKnowledge && Quirk.priorKnowledgeReuse.isActive
    }
}

extension Transfer {
    /// Whether this package ends the connection after the transfer, and not libcurl.
    ///
    /// That libcurl has kept it until then proves the end of the body (``doubtfulEnd``).
    var endsConnection: Bool { configuration.needsConnectionPerRequest && !isSecure }
}
