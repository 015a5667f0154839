public import Foundation
public import PosthornCore

extension S3API {
    /// Uploads an object in parts, and aborts the upload if a part fails.
    ///
    /// - Parameters:
    ///   - partSize: The size of each part but the last, at least 5 MiB.
    ///   - metadata: What is kept with the object.
    /// - Returns: The entity tag of the object.
    @discardableResult
    public func upload(
        _ object: Data, inPartsOf partSize: Int = 8 << 20, to bucket: String, key: EncodedPath,
        metadata: [String: String] = [:]
    ) async throws -> String {
        let id = try await startUpload(bucket: bucket, key: key, metadata: metadata).uploadID
        do {
            var parts: [UploadedPart] = []
            for start in stride(from: 0, to: max(object.count, 1), by: partSize) {
                let part = Data(object.dropFirst(start).prefix(partSize))
                let stored = try await putPart(
                    bucket: bucket, key: key, partNumber: parts.count + 1, uploadID: id,
                    body: HTTPBody(part))
                parts.append(UploadedPart(partNumber: parts.count + 1, eTag: stored.eTag))
            }
            return try await completeUpload(
                bucket: bucket, key: key, uploadID: id, body: CompleteMultipartUpload(parts: parts)
            ).eTag
        } catch {
            try? await abortUpload(bucket: bucket, key: key, uploadID: id)
            throw error
        }
    }
}
