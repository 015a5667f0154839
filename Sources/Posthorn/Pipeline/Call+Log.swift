import Logging

extension Call {
    /// One line for a call that got its answer.
    func log(_ start: ContinuousClock.Instant, _ response: ReceivedResponse?) {
        service.configuration.logger?.debug(
            "call answered",
            metadata: [
                "endpoint": "\(E.name)",
                "status": "\(response?.status.code ?? 0)",
                "seconds": "\(seconds(since: start))",
            ])
    }

    /// One line for a call that failed: endpoint, stage, code and route.
    func log(_ start: ContinuousClock.Instant, _ error: APIError) {
        // A cancelled call is no failure.
        service.configuration.logger?.log(
            level: error.code == .cancelled ? .debug : .warning, "call failed",
            metadata: [
                "endpoint": "\(E.name)",
                "stage": "\(error.stage.rawValue)",
                "code": "\(error.code.rawValue)",
                "request": "\(error.request?.description ?? "not built")",
                "seconds": "\(seconds(since: start))",
            ])
    }

    private func seconds(since start: ContinuousClock.Instant) -> Double {
        let elapsed = (ContinuousClock.now - start).components
        return Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18
    }
}
