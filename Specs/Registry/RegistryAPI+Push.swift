public import Foundation
import PosthornCore

extension RegistryAPI {
    /// Uploads a blob in chunks: each response has the URL of the next request.
    ///
    /// - Parameters:
    ///   - name: The repository.
    ///   - digest: The name by which the registry calls the bytes, `sha256:…`.
    /// - Returns: The URL of the stored blob.
    @discardableResult
    public func push(
        _ blob: Data, in chunkSize: Int, to name: String, digest: String
    ) async throws -> URL {
        var location: URL
        switch try await startUpload(name: name) {
        case .mounted(let stored, _): return stored
        case .started(let first): location = first
        }
        for start in stride(from: 0, to: blob.count, by: chunkSize) {
            let end = min(start + chunkSize, blob.count)
            let chunk = Data(blob.dropFirst(start).prefix(chunkSize))
            location = try await appendChunk(
                location: location, chunk: HTTPBody(chunk), contentRange: "\(start)-\(end - 1)"
            ).location
        }
        return try await finishUpload(
            location: location, digest: digest, chunk: HTTPBody(Data())
        ).location
    }
}
