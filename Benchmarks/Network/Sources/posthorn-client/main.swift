// Our own client.
import Drive
import Foundation
import Posthorn
import SIMDItems

let options = ClientOptions()
var configuration = SessionConfiguration()
if !options.authority.isEmpty {
    configuration.trust.authorities = .file(URL(filePath: options.authority))
}
if options.variant.contains("http1") { configuration.httpVersion = .http1 }
if options.variant.contains("bare") {
    // The same bytes as a client sends that adds no header fields of its own.
    configuration.userAgent = nil
    configuration.decompresses = false
}
configuration.idleConnections = 12_000
let session = try CurlSession(configuration)
let url = URL(string: options.url)
let document = url?.lastPathComponent ?? ""
let api = ItemsAPI(
    try ClientConfiguration(
        baseURL: url?.deletingLastPathComponent().absoluteString ?? "", transport: session))
// The bytes of the typed call, which sends `Accept`, or a request without header fields.
let request =
    options.variant.contains("accept")
    ? try api.request(for: ItemsAPI.ListItems(document: document))
    : TransportRequest(method: .get, url: options.url)
let size = ((try? FileManager.default.attributesOfItem(atPath: options.path))?[.size] as? Int) ?? 0

let drive = Drive(options)
let park: @Sendable () async throws -> Void = {
    _ = try await session.send(TransportRequest(method: .get, url: options.parkedURL))
}
let executor = options.variant.contains("loop") ? session.executor : nil
switch options.work {
case .get:
    drive.run(on: executor, park: park) { try await session.send(request).body.count }
case .typed where options.variant.contains("simdjson"):
    drive.run(on: executor) {
        let count = try await session.send(request).body.withUnsafeBytes { body in
            simd_items_of_copy(body.baseAddress, body.count)
        }
        guard count == options.items else {
            throw TransportError(.malformedResponse, "items are missing")
        }
        return count
    }
case .typed:
    drive.run(on: executor) {
        let items = try await api.listItems(document: document)
        guard items.count == options.items else {
            throw TransportError(.malformedResponse, "items are missing")
        }
        return items.count
    }
case .discard where options.variant.contains("unread"):
    drive.run { try await session.stream(request).body.discard() }
case .discard:
    drive.run(on: executor) {
        var count = 0
        for try await piece in try await session.stream(request).body { count += piece.count }
        return count
    }
case .file:
    var download = DownloadOptions()
    download.survivesPowerLoss = options.variant.contains("durable")
    drive.run { [download] in
        try await session.download(
            request, to: .file(URL(filePath: options.path)), options: download
        ).count
    }
case .upload:
    drive.run {
        var request = TransportRequest(method: .put, url: options.url)
        request.timeouts.total = Timeouts.unlimited
        _ = try await session.send(request.with(body: .file(URL(filePath: options.path))))
        return size
    }
}
