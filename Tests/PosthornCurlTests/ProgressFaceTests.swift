import PosthornCurl
import Testing

/// Who imports the session alone has the names of what its tasks tell.
@Suite struct ProgressFaceTests {
    @Test func transferProgressIsAvailableWithSessionImportOnly() {
        let progress: TransferProgress = .init()
        #expect(TransferProgress() == progress)
    }
}
