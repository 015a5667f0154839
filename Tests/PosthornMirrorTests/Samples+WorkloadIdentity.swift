import PosthornCore
import PosthornTesting
@testable import PosthornWorkloadIdentity

/// The types of `PosthornWorkloadIdentity`.
enum WorkloadIdentitySamples {
    static func all() -> [Sample] {
        let environment = WorkloadEnvironment(
            variables: [Canary.word: Canary.text], homeFolder: "/home/" + Canary.word)
        var error = WorkloadIdentityError(
            .refused, "it refused", advice: "ask", underlying: Leak())
        let attempt = WorkloadIdentityError.Attempt(source: "environment", outcome: "it is not set")
        error.attempts = [attempt]
        return [
            Sample(environment), Sample(error), Sample(attempt),
            Sample(WorkloadIdentityError.Reason.refused),
            Sample(AWSCredentialChain(transport: StubTransport(), environment: environment)),
        ]
    }
}
