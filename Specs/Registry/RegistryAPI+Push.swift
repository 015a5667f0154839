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
        guard case .started(var location) = try await startUpload(name: name) else {
            throw CocoaError(.featureUnsupported)
        }
        for start in stride(from: 0, to: blob.count, by: chunkSize) {
            let end = min(start + chunkSize, blob.count)
            let chunk = Data(blob.dropFirst(start).prefix(chunkSize))
            location = try await appendChunk(
                location: location, contentRange: "\(start)-\(end - 1)", chunk: HTTPBody(chunk)
            ).location
        }
        return try await finishUpload(
            location: location, digest: digest, chunk: HTTPBody(Data())
        ).location
    }
}
