// FoundationNetworking's client, tuned as far as it goes: no cache, no cookies, enough connections.
import Drive
import Foundation
import FoundationNetworking

let options = ClientOptions()
let configuration = URLSessionConfiguration.ephemeral
configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
configuration.urlCache = nil
configuration.httpCookieStorage = nil
configuration.httpShouldSetCookies = false
configuration.httpMaximumConnectionsPerHost = max(6, options.concurrency + options.parked)
configuration.timeoutIntervalForRequest = 600
if !options.authority.isEmpty {
    setenv("URLSessionCertificateAuthorityInfoFile", options.authority, 1)
}
guard let url = URL(string: options.url) else { fatalError("not a URL: \(options.url)") }

/// Counts the bytes of a body as they come.
final class Counter: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    // SAFETY: the session calls its delegate on one queue, one call at a time.
    private var count = 0
    private let end: CheckedContinuation<Int, any Error>

    init(_ end: CheckedContinuation<Int, any Error>) { self.end = end }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        count += data.count
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        if let error { end.resume(throwing: error) } else { end.resume(returning: count) }
    }
}

let session = URLSession(configuration: configuration)
let drive = Drive(options)
switch options.work {
case .get:
    drive.run(
        park: {
            guard let url = URL(string: options.parkedURL) else { return }
            _ = try await session.data(from: url)
        }, { try await session.data(from: url).0.count })
case .typed:
    drive.run {
        let items = try JSONDecoder().decode(
            [CodableItem].self, from: try await session.data(from: url).0)
        guard items.count == options.items else { throw URLError(.cannotParseResponse) }
        return items.count
    }
case .discard:
    drive.run {
        try await withCheckedThrowingContinuation { end in
            let session = URLSession(
                configuration: configuration, delegate: Counter(end), delegateQueue: nil)
            session.dataTask(with: url).resume()
            session.finishTasksAndInvalidate()
        }
    }
case .file:
    drive.run {
        let (file, _) = try await session.download(from: url)
        let destination = URL(fileURLWithPath: options.path)
        try? FileManager.default.removeItem(at: destination)
        try FileManager.default.moveItem(at: file, to: destination)
        return try FileManager.default.attributesOfItem(atPath: options.path)[.size] as? Int ?? 0
    }
case .upload:
    drive.run {
        var request = URLRequest(url: url)
        request.httpMethod = "PUT"
        _ = try await session.upload(
            for: request, fromFile: URL(fileURLWithPath: options.path))
        return try FileManager.default.attributesOfItem(atPath: options.path)[.size] as? Int ?? 0
    }
}
