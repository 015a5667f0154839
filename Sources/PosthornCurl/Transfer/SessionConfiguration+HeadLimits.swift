extension SessionConfiguration {
    /// The limits of a response's head.
    var headLimits: ResponseHead.Limits {
        ResponseHead.Limits(
            bytes: maximumHeaderBytes, lines: maximumHeaderLines, lineBytes: maximumHeaderLineBytes,
            interimResponses: maximumInterimResponses)
    }
}
