extension SessionConfiguration {
    /// Whether each request needs its own HTTP/2 connection.
    ///
    /// libcurl before 8.0 switches a connection with prior knowledge to HTTP/2 again for each request, which
    /// breaks it.
    var needsConnectionPerRequest: Bool {
        httpVersion == .http2PriorKnowledge && Quirk.priorKnowledgeReuse.isActive
    }
}
