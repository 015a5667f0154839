import Crypto
import Foundation
import Posthorn
import PosthornCurl
import Registry
import Testing

/// A client of Docker's registry, from its documentation alone: how one pushes and pulls an image.
@Suite("Docker's registry", .registry, .timeLimit(.minutes(5)))
struct RegistryTests {
    private func registry() throws -> RegistryAPI {
        RegistryAPI(
            try ClientConfiguration(
                baseURL: RegistryServer.url, transport: try #require(RegistryServer.session)),
            auth: .init(token: .none))
    }

    /// The name by which a registry calls bytes.
    private func digest(of data: Data) -> String {
        "sha256:" + SHA256.hash(data: data).map { String(format: "%02x", $0) }.joined()
    }

    /// Bytes that no other test pushes.
    private func layer(_ count: Int) -> Data {
        Data("\(UUID())".utf8) + Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
    }

    // MARK: Push

    /// Pushes a blob with the function that stands beside the spec.
    private func push(
        _ blob: Data, in chunks: Int, to name: String, of registry: RegistryAPI
    ) async throws -> String {
        let digest = self.digest(of: blob)
        let size = (blob.count + chunks - 1) / chunks
        let location = try await registry.push(blob, in: size, to: name, digest: digest)
        #expect(location.path.hasSuffix(digest))
        return digest
    }

    @Test("An image is pushed in chunks, and pulled")
    func pushAndPull() async throws {
        let registry = try self.registry()
        let name = "library/tea"
        try await registry.check()

        // The layers first, then the manifest that names them.
        let (layer, settings) = (self.layer(300_000), Data(#"{"architecture":"amd64"}"#.utf8))
        let layerDigest = try await push(layer, in: 3, to: name, of: registry)
        let settingsDigest = try await push(settings, in: 1, to: name, of: registry)
        let manifest = Manifest(
            config: Descriptor(
                mediaType: "application/vnd.docker.container.image.v1+json", size: settings.count,
                digest: settingsDigest),
            layers: [
                Descriptor(
                    mediaType: "application/vnd.docker.image.rootfs.diff.tar.gzip",
                    size: layer.count, digest: layerDigest)
            ], mediaType: "application/vnd.docker.distribution.manifest.v2+json")
        let pushed = try await registry.putManifest(
            name: name, reference: "green", config: manifest.config, layers: manifest.layers,
            mediaType: manifest.mediaType, as: .docker)

        // The same by tag and by digest. The endpoint says which media types it takes.
        let pulled = try await registry.getManifest(name: name, reference: "green")
        guard case .ok(manifest, let type, pushed.dockerContentDigest) = pulled else {
            Issue.record("\(pulled)")
            return
        }
        #expect(type == "application/vnd.docker.distribution.manifest.v2+json")
        let found = try await registry.findBlob(name: name, digest: layerDigest)
        #expect(found.contentLength == layer.count)
        let file = FileManager.default.temporaryDirectory
            .appending(component: "posthorn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await registry.downloadBlob(name: name, digest: layerDigest, to: file)
        #expect(try Data(contentsOf: file) == layer)
        #expect(try await registry.listTags(name: name).tags == ["green"])

        // What curl reads are the bytes that were sent.
        let blobs = RegistryServer.url + "/v2/\(name)/blobs/"
        #expect(try curl(blobs + layerDigest) == layer)
        #expect(try curl(blobs + settingsDigest) == settings)
        let stored = try curl(
            "-H", "Accept: application/vnd.docker.distribution.manifest.v2+json",
            RegistryServer.url + "/v2/\(name)/manifests/green")
        #expect(digest(of: stored) == pushed.dockerContentDigest)
        #expect(pushed.location.path.hasSuffix(pushed.dockerContentDigest))
    }

    @Test("What curl has pushed is pulled")
    func pullOfCurl() async throws {
        let registry = try self.registry()
        let layer = self.layer(1_000)
        let digest = self.digest(of: layer)
        let file = FileManager.default.temporaryDirectory
            .appending(component: "posthorn-\(UUID().uuidString)")
        try layer.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        guard case .started(let location) = try await registry.startUpload(name: "curl") else {
            Issue.record("mounted")
            return
        }
        _ = try curl(
            "-X", "PUT", "-H", "Content-Type: application/octet-stream", "--data-binary",
            "@\(file.path)", location.absoluteString + "&digest=\(digest)")
        guard case .ok(layer) = try await registry.readBlob(name: "curl", digest: digest) else {
            Issue.record("not the bytes")
            return
        }
    }

    // MARK: What else one can do with an upload

    @Test("An interrupted upload continues where the registry says")
    func resumedUpload() async throws {
        let registry = try self.registry()
        guard case .started(let start) = try await registry.startUpload(name: "resumed") else {
            Issue.record("mounted")
            return
        }
        let first = try await registry.appendChunk(
            location: start, chunk: HTTPBody(Data("first ".utf8)))
        let found = try await registry.findUpload(location: first.location)
        #expect(found.range == "0-5")
        // A location is good for one chunk.
        await #expect {
            try await registry.appendChunk(location: start, chunk: HTTPBody(Data("xy".utf8)))
        } throws: { error in
            guard case .notFound(let refusal) = error as? RegistryAPI.AppendChunk.Failure else {
                return false
            }
            return refusal.errors.map(\.code) == [.blobUploadInvalid]
        }
        let whole = Data("first second".utf8)
        let stored = try await registry.finishUpload(
            location: registry.findUpload(location: found.location).location,
            digest: digest(of: whole), chunk: HTTPBody(Data("second".utf8)))
        #expect(stored.dockerContentDigest == digest(of: whole))
        #expect(
            try curl(RegistryServer.url + "/v2/resumed/blobs/\(digest(of: whole))") == whole)
    }

    @Test("A blob of another repository is taken over")
    func mountedBlob() async throws {
        let registry = try self.registry()
        let layer = self.layer(100)
        let digest = try await push(layer, in: 1, to: "source", of: registry)
        let result = try await registry.startUpload(
            name: "target", mount: digest, repository: "source")
        guard case .mounted(_, digest) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(try curl(RegistryServer.url + "/v2/target/blobs/\(digest)") == layer)
    }

    @Test("An upload is cancelled")
    func cancelledUpload() async throws {
        let registry = try self.registry()
        guard case .started(let location) = try await registry.startUpload(name: "cancelled") else {
            Issue.record("mounted")
            return
        }
        try await registry.cancelUpload(location: location)
        await #expect {
            try await registry.findUpload(location: location)
        } throws: { error in
            guard case .notFound(let refusal) = error as? RegistryAPI.FindUpload.Failure else {
                return false
            }
            return refusal.errors.first?.code == .blobUploadUnknown
        }
    }

    // MARK: Parts, conditions and errors

    @Test("A part of a blob is a status of its own, with its range")
    func partOfBlob() async throws {
        let registry = try self.registry()
        let blob = Data("0123456789\(UUID())".utf8)
        let digest = try await push(blob, in: 2, to: "parts", of: registry)
        let part = try await registry.readBlob(name: "parts", digest: digest, range: "bytes=2-4")
        guard case .partialContent(Data("234".utf8), let range) = part else {
            Issue.record("\(part)")
            return
        }
        #expect(range == "bytes 2-4/\(blob.count)")
        // The body of the registry's 416 is shorter than its Content-Length.
        await #expect(throws: RegistryAPI.ReadBlob.Failure.self) {
            try await registry.readBlob(name: "parts", digest: digest, range: "bytes=900-")
        }
    }

    @Test("A manifest that has not changed is not sent again")
    func unchangedManifest() async throws {
        let registry = try self.registry()
        let settings = Data("{}".utf8)
        let digest = try await push(settings, in: 1, to: "etag", of: registry)
        let pushed = try await registry.putManifest(
            name: "etag", reference: "one",
            config: Descriptor(
                mediaType: "application/vnd.oci.image.config.v1+json", size: 2, digest: digest),
            layers: [], mediaType: "application/vnd.oci.image.manifest.v1+json", as: .oci)
        let again = try await registry.getManifest(
            name: "etag", reference: "one", ifNoneMatch: "\"\(pushed.dockerContentDigest)\"")
        guard case .notModified = again else {
            Issue.record("\(again)")
            return
        }
    }

    @Test("The codes of the registry are the cases of an enum")
    func errors() async throws {
        let registry = try self.registry()
        await #expect {
            try await registry.getManifest(name: "tea", reference: "none")
        } throws: { error in
            guard case .notFound(let refusal) = error as? RegistryAPI.GetManifest.Failure else {
                return false
            }
            return refusal.errors.map(\.code) == [.manifestUnknown]
        }
        guard case .started(let location) = try await registry.startUpload(name: "wrong") else {
            Issue.record("mounted")
            return
        }
        await #expect {
            try await registry.finishUpload(
                location: location, digest: digest(of: Data("other".utf8)),
                chunk: HTTPBody(Data("these".utf8)))
        } throws: { error in
            guard case .badRequest(let refusal) = error as? RegistryAPI.FinishUpload.Failure else {
                return false
            }
            return refusal.errors.first?.code == .digestInvalid
        }
    }

    @Test("Repositories are listed over several pages")
    func repositories() async throws {
        let registry = try self.registry()
        let names = ["list/a", "list/b", "list/c"]
        for name in names { _ = try await push(layer(10), in: 1, to: name, of: registry) }
        var found: [String] = []
        for try await name in registry.items(RegistryAPI.ListRepositories(n: 1)) {
            found.append(name)
        }
        #expect(found.filter { $0.hasPrefix("list/") } == names)
    }
}
