extension SessionConfiguration {
    var headLimits: ResponseHead.Limits {
        ResponseHead.Limits(
            bytes: maximumHeaderBytes, lines: maximumHeaderLines, lineBytes: maximumHeaderLineBytes,
            interimResponses: maximumInterimResponses)
    }
}
