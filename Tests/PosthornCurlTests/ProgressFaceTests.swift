import PosthornCurl
import Testing

/// Who imports the session alone has the names of what its tasks tell.
@Suite struct ProgressFaceTests {
    @Test func aTasksProgressHasAName() {
        let progress: TransferProgress = .init()
        #expect(TransferProgress() == progress)
    }
}
