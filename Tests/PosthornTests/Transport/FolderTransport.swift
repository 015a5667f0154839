import Foundation
import Posthorn

/// Responds with the files of a folder, which it reads in pieces.
struct FolderTransport: Transport {
    let folder: URL

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard let path = URL(string: request.url)?.path,
            let file = try? FileHandle(forReadingFrom: folder.appending(path: path))
        else { return TransportResponse(status: .notFound, bodyIntegrity: .length) }
        var body = Data()
        var progress = TransferProgress()
        while true {
            await request.waitWhileSuspended()
            if Task.isCancelled { throw TransportError(.cancelled, "the call was cancelled") }
            guard let piece = try? file.read(upToCount: 16_384), !piece.isEmpty else { break }
            body += piece
            progress.received = body.count
            request.report(progress)
        }
        return TransportResponse(status: .ok, body: body, bodyIntegrity: .length)
    }
}
