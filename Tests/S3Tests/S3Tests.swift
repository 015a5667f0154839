import Foundation
import Posthorn
import PosthornCrypto
import PosthornCurl
import S3
import Testing

/// A client of Amazon's S3, from its API reference alone: how one stores, lists and hands out objects.
@Suite("S3", .s3, .timeLimit(.minutes(5)))
struct S3Tests {
    private func store() throws -> S3API {
        S3API(
            try ClientConfiguration(
                baseURL: S3Server.words[0], transport: try #require(S3Server.session)),
            signers: .init(aws: S3Server.signer))
    }

    /// Makes a bucket of a test's own, because the tests run at the same time.
    private func bucket(_ name: String, in store: S3API) async throws -> String {
        #expect(try await store.createBucket(bucket: name).location == "/\(name)")
        return name
    }

    private func put(_ text: String, _ key: String, in bucket: String, of store: S3API) async throws
    {
        _ = try await store.putObject(
            bucket: bucket, key: EncodedPath(encoding: key), body: HTTPBody(Data(text.utf8)))
    }

    // MARK: Objects

    @Test("An object is stored with its media type and metadata, and read")
    func objects() async throws {
        let store = try self.store()
        let bucket = try await bucket("objects", in: store)
        let key = EncodedPath(encoding: "a/b.bin")
        let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        let stored = try await store.putObject(
            bucket: bucket, key: key, body: HTTPBody(bytes), mediaType: "image/x-tea",
            metadata: ["color": "green", "Harvest": "first flush"])

        // What boto3 reads are the bytes and the metadata that were sent.
        let python = "s3.get_object(Bucket='objects', Key='a/b.bin')"
        #expect(
            try S3Server.boto3("\(python)['Body'].read().hex()")
                == bytes.map { String(format: "%02x", $0) }.joined())
        #expect(
            try S3Server.boto3("sorted(\(python)['Metadata'].items())")
                == "[('color', 'green'), ('harvest', 'first flush')]")
        #expect(try S3Server.boto3("\(python)['ContentType']") == "image/x-tea")

        let head = try await store.headObject(bucket: bucket, key: key)
        #expect(head.contentLength == bytes.count)
        #expect(head.eTag == stored.eTag)
        #expect(head.metadata == ["color": "green", "harvest": "first flush"])
        let read = try await store.getObject(bucket: bucket, key: key)
        guard case .ok(bytes, stored.eTag, "image/x-tea", head.metadata) = read else {
            Issue.record("\(read)")
            return
        }
        // An object that has not changed, and a part of it.
        let same = try await store.getObject(
            bucket: bucket, key: key, ifNoneMatch: stored.eTag)
        guard case .notModified = same else {
            Issue.record("\(same)")
            return
        }
        let part = try await store.getObject(bucket: bucket, key: key, range: "bytes=5-9")
        guard case .partialContent(bytes[5...9], "bytes 5-9/100000") = part else {
            Issue.record("\(part)")
            return
        }
        let file = FileManager.default.temporaryDirectory
            .appending(component: "posthorn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try await store.downloadObject(bucket: bucket, key: key, to: file)
        #expect(try Data(contentsOf: file) == bytes)

        try await store.deleteObject(bucket: bucket, key: key)
        #expect(try S3Server.boto3("s3.list_objects_v2(Bucket='objects')['KeyCount']") == "0")
        try await store.deleteBucket(bucket: bucket)
        #expect(try await store.listBuckets().buckets.map(\.name).contains("bucket"))
    }

    @Test(
        "Each key is stored under its name",
        arguments: ["a b", "ä/ö", "a+b", "a%2Fb", "../a", "a//b", "a?b&c=d#e", "a'b"])
    func keys(_ key: String) async throws {
        let store = try self.store()
        try await put("text of \(key)", key, in: "bucket", of: store)
        let read = try await store.getObject(bucket: "bucket", key: EncodedPath(encoding: key))
        guard case .ok(let data, _, _, _) = read else {
            Issue.record("\(read)")
            return
        }
        #expect(String(decoding: data, as: UTF8.self) == "text of \(key)")
    }

    @Test("An object is copied within the store")
    func copies() async throws {
        let store = try self.store()
        try await put("tea", "from", in: "bucket", of: store)
        let copy = try await store.copyObject(
            bucket: "bucket", key: .init(encoding: "to"), source: "/bucket/from")
        #expect(
            try await store.headObject(bucket: "bucket", key: .init(encoding: "to")).eTag
                == copy.eTag)
    }

    @Test("An object has tags, which are sent and read in XML")
    func tags() async throws {
        let store = try self.store()
        try await put("tea", "tagged", in: "bucket", of: store)
        let key = EncodedPath(encoding: "tagged")
        let tags = [Tag(key: "kind", value: "green = white"), Tag(key: "year", value: "2026")]
        try await store.putTags(
            bucket: "bucket", key: key, body: Tagging(tagSet: TagSet(tags: tags)))
        #expect(try await store.getTags(bucket: "bucket", key: key).tagSet.tags == tags)
        #expect(
            try S3Server.boto3(
                "s3.get_object_tagging(Bucket='bucket', Key='tagged')['TagSet'][0]['Value']")
                == "green = white")
    }

    // MARK: Lists

    @Test("A list comes in pages, and keys with a delimiter in folders")
    func lists() async throws {
        let store = try self.store()
        let bucket = try await bucket("lists", in: store)
        let keys = ["1", "2", "a/1", "a/2", "a/3", "b/1", "ä"]
        for key in keys { try await put(key, key, in: bucket, of: store) }

        var found: [String] = []
        for try await object in store.items(S3API.ListObjects(bucket: bucket, maxKeys: 2)) {
            found.append(object.key)
        }
        #expect(found == keys)
        let first = try await store.listObjects(bucket: bucket, maxKeys: 2)
        #expect(first.isTruncated)
        #expect(first.keyCount == 2)
        let top = try await store.listObjects(bucket: bucket, delimiter: "/")
        #expect(top.contents.map(\.key) == ["1", "2", "ä"])
        #expect(top.commonPrefixes.map(\.prefix) == ["a/", "b/"])
        let inside = try await store.listObjects(bucket: bucket, prefix: "a/")
        #expect(inside.contents.map(\.size) == [3, 3, 3])
        let empty = try await store.listObjects(bucket: bucket, prefix: "none")
        #expect(empty.contents == [])
    }

    @Test("Several objects are deleted at once, by a body in XML")
    func deletions() async throws {
        let store = try self.store()
        let bucket = try await bucket("deletions", in: store)
        for key in ["a", "b & <c>", "d"] { try await put(key, key, in: bucket, of: store) }
        let result = try await store.deleteObjects(
            bucket: bucket,
            body: Delete(object: [ObjectName(key: "a"), ObjectName(key: "b & <c>")]))
        #expect(result.deleted.map(\.key) == ["a", "b & <c>"])
        #expect(result.failed == [])
        #expect(
            try S3Server.boto3(
                "[o['Key'] for o in s3.list_objects_v2(Bucket='deletions')['Contents']]")
                == "['d']")
    }

    // MARK: Uploads in parts

    @Test("A large object is uploaded in parts")
    func parts() async throws {
        let store = try self.store()
        let key = EncodedPath(encoding: "large")
        let bytes = Data(repeating: 1, count: 5 << 20) + Data("the end".utf8)
        let tag = try await store.upload(
            bytes, inPartsOf: 5 << 20, to: "bucket", key: key, metadata: ["parts": "2"])
        #expect(tag.hasSuffix("-2\""))

        let head = try await store.headObject(bucket: "bucket", key: key)
        #expect(head.contentLength == bytes.count)
        #expect(head.metadata == ["parts": "2"])
        let end = "s3.get_object(Bucket='bucket', Key='large')['Body'].read()[5 << 20:].decode()"
        #expect(try S3Server.boto3(end) == "the end")
    }

    @Test("An upload in parts that are too small fails, and is aborted")
    func smallParts() async throws {
        let store = try self.store()
        let key = EncodedPath(encoding: "small")
        let upload = try await store.startUpload(bucket: "bucket", key: key)
        var parts: [UploadedPart] = []
        for number in 1...2 {
            let part = try await store.putPart(
                bucket: "bucket", key: key, partNumber: number, uploadID: upload.uploadID,
                body: HTTPBody(Data("x".utf8)))
            parts.append(UploadedPart(partNumber: number, eTag: part.eTag))
        }
        let failure = await #expect(throws: S3API.CompleteUpload.Failure.self) {
            _ = try await store.completeUpload(
                bucket: "bucket", key: key, uploadID: upload.uploadID,
                body: CompleteMultipartUpload(parts: parts))
        }
        guard case .badRequest(let problem) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(problem.code == .entityTooSmall)
        try await store.abortUpload(bucket: "bucket", key: key, uploadID: upload.uploadID)
        let gone = await #expect(throws: S3API.AbortUpload.Failure.self) {
            try await store.abortUpload(bucket: "bucket", key: key, uploadID: upload.uploadID)
        }
        guard case .notFound(let problem) = gone else {
            Issue.record("\(String(describing: gone))")
            return
        }
        #expect(problem.code == .noSuchUpload)
    }

    // MARK: Errors

    @Test("Documented errors have the code and the message of their XML")
    func errors() async throws {
        let store = try self.store()
        let failure = await #expect(throws: S3API.GetObject.Failure.self) {
            _ = try await store.getObject(bucket: "bucket", key: .init(encoding: "none"))
        }
        guard case .notFound(let problem) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(problem.code == .noSuchKey)
        #expect(problem.key == "none")
        #expect(problem.message == "The specified key does not exist.")
        let other = await #expect(throws: S3API.ListObjects.Failure.self) {
            _ = try await store.listObjects(bucket: "no-such-bucket")
        }
        guard case .notFound(let problem) = other else {
            Issue.record("\(String(describing: other))")
            return
        }
        #expect(problem.code == .noSuchBucket)
        let head = await #expect(throws: S3API.HeadObject.Failure.self) {
            _ = try await store.headObject(bucket: "bucket", key: .init(encoding: "none"))
        }
        guard case .notFound = head else {
            Issue.record("\(String(describing: head))")
            return
        }
    }

    @Test("Metadata that would break or repeat a header field is refused, and nothing is stored")
    func badMetadata() async throws {
        let store = try self.store()
        for metadata in [["a b": "c"], ["a": "b\r\nHost: x"], ["A": "1", "a": "2"], ["": "x"]] {
            let failure = await #expect(throws: S3API.PutObject.Failure.self) {
                _ = try await store.putObject(
                    bucket: "bucket", key: .init(encoding: "bad"), body: HTTPBody(Data()),
                    metadata: metadata)
            }
            guard case .other(let error) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(error.code == .invalidParameter)
        }
        let list = try await store.listObjects(bucket: "bucket", prefix: "bad")
        #expect(list.contents == [])
    }

    // MARK: Presigned URLs

    @Test("URLs that boto3 has signed are used without a credential")
    func presignedByOthers() async throws {
        let store = try self.store()
        func url(_ method: String, _ key: String) throws -> URL {
            let parameters = "Params={'Bucket': 'bucket', 'Key': '\(key)'}"
            let text = try S3Server.boto3("s3.generate_presigned_url('\(method)', \(parameters))")
            return try #require(URL(string: text))
        }
        try await put("by url", "signed", in: "bucket", of: store)
        let get = try url("get_object", "signed")
        #expect(try await store.getSigned(url: get) == Data("by url".utf8))

        let changed = get.absoluteString.replacing("/signed?", with: "/other?")
        let failure = await #expect(throws: S3API.GetSigned.Failure.self) {
            _ = try await store.getSigned(url: try #require(URL(string: changed)))
        }
        guard case .forbidden(let problem) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(problem.code == .signatureDoesNotMatch)
    }

    @Test("A URL that the signer has signed is used by curl")
    func presignedForOthers() async throws {
        let store = try self.store()
        try await put("for curl", "shared/a b", in: "bucket", of: store)
        var signer = S3Server.signer
        signer.place = .query(expires: .seconds(60))
        var request = try store.request(
            for: S3API.DownloadObject(bucket: "bucket", key: .init(encoding: "shared/a b")))
        try await signer.sign(&request)
        #expect(try S3Server.curl(request.url) == "for curl")
    }
}
