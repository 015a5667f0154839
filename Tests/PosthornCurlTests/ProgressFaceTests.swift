import PosthornCurl
import Testing

/// Importing only the session's module makes the types of its tasks available.
@Suite struct ProgressFaceTests {
    @Test func transferProgressIsAvailableWithSessionImportOnly() {
        let progress: TransferProgress = .init()
        #expect(TransferProgress() == progress)
    }
}
