import Dispatch
import FoundationEssentials

// Writing the body, and moving the file to its destination.
extension ResumableDownload {
    struct FileProgress: Sendable {
        var path: String
        var part: PartFile
        var total: Int?
        var validator: String?
        var count = 0
        /// The number of bytes that the journal records.
        var noted = 0
        /// Whether a sync has failed, so that only the recorded bytes are known to be on disk.
        ///
        /// The system reports lost bytes only once (fsync(2)).
        var isOnlyNoted = false
    }

    nonisolated(nonsending) func receive(
        _ body: ByteStream, _ start: FileProgress, presentsWhole: Bool
    ) async throws(TransportError) -> DownloadedFile {
        var progress = start
        let checkpoints = checkpoints(of: progress)
        do throws(TransportError) {
            for try await piece in body {
                try write(piece, &progress)
                try checkpoints?.reached(progress.count)
            }
            // No checkpoint may be recorded after the file has been closed or renamed.
            if let failure = await end(checkpoints, &progress) { throw failure }
        } catch {
            _ = await end(checkpoints, &progress)
            keep(progress, after: error)
            throw error
        }
        return try await finish(progress, presentsWhole: presentsWhole)
    }

    private func checkpoints(of progress: FileProgress) -> Checkpoints? {
        guard resumeData(progress, progress.count) != nil else { return nil }
        return Checkpoints(
            every: options.checkpointBytes, options.checkpointInterval, from: progress.count
        ) { [self] offset throws(TransportError) in
            guard let data = resumeData(progress, offset) else { return }
            if data.boot == nil { try progress.part.sync() }
            journal.write(data)
        }
    }

    private func end(
        _ checkpoints: Checkpoints?, _ progress: inout FileProgress
    ) async -> TransportError? {
        guard let checkpoints else { return nil }
        let failure: TransportError?
        (progress.noted, failure) = await checkpoints.end()
        progress.isOnlyNoted = failure != nil
        return failure
    }

    private func write(_ piece: Data, _ progress: inout FileProgress) throws(TransportError) {
        if let limit = options.maximumBytes, progress.count + piece.count > limit {
            // The partial file can never become small enough.
            progress.validator = nil
            throw TransportError(
                .limitExceeded, "the file is larger than \(limit) bytes",
                advice: "raise the download's maximumBytes if it is meant to be")
        }
        do throws(TransportError) {
            try progress.part.write(piece)
        } catch {
            // A full disk may have accepted the beginning of the piece.
            progress.count = max(progress.count, progress.part.position)
            throw error
        }
        progress.count += piece.count
    }

    /// Runs work that may wait for the disk on another thread, which blocks no task.
    private func onDisk(
        _ work: @escaping @Sendable () throws(TransportError) -> Void
    ) async throws(TransportError) {
        let result: Result<Void, TransportError> = await withCheckedContinuation { waiter in
            DispatchQueue.global(qos: .utility).async {
                waiter.resume(returning: Result(catching: work))
            }
        }
        try result.get()
    }

    private func resumeData(_ progress: FileProgress, _ offset: Int) -> ResumeData? {
        guard options.isResumable, let validator = progress.validator else { return nil }
        return ResumeData(
            destinationPath: progress.path, partPath: progress.part.path,
            url: String(current.request.url.prefix { $0 != "?" }), offset: offset,
            total: progress.total, validator: validator, fingerprint: fingerprint,
            ending: Fingerprint.hex(of: progress.part.ending(before: offset)),
            boot: syncs ? nil : BootID.current)
    }

    /// Whether bytes must be on disk before a checkpoint records them.
    ///
    /// Also `true` if the system provides no boot ID: a later download could not tell whether the bytes
    /// survived.
    private var syncs: Bool { options.survivesPowerLoss != false || BootID.current == nil }

    /// Keeps the partial file if a later download can resume it; removes it otherwise.
    ///
    /// - Parameter error: The error that ended the download; `nil` if nothing was written.
    func keep(_ progress: FileProgress, after error: TransportError? = nil) {
        var offset = progress.isOnlyNoted ? progress.noted : progress.count
        do throws(TransportError) {
            if syncs { try progress.part.sync() }
        } catch {
            offset = progress.noted
        }
        // Bytes with a wrong digest can't be completed.
        guard offset > 0, error?.code != .digestMismatch,
            let data = resumeData(progress, offset)
        else {
            journal.remove(progress.path)
            progress.part.discard()
            return
        }
        journal.write(data)
        listener?.observe(.resumable(data))
        progress.part.leave()
    }

    private func finish(
        _ progress: FileProgress, presentsWhole: Bool
    ) async throws(TransportError) -> DownloadedFile {
        var path = progress.path
        do throws(TransportError) {
            path = try await listener?.destination(ofFileAt: path) ?? path
        } catch {
            keep(progress, after: error)
            throw error
        }
        let state = current
        let digests = digests(state)
        let presented = presentsWhole ? whole(state.head, progress.count) : state.head
        var bodyIntegrity = presented.bodyIntegrity
        if bodyIntegrity == .unverified {
            // A part that reaches the end of the file proves completeness, whatever its framing.
            if progress.total == progress.count { bodyIntegrity = .length }
            if !digests.isEmpty { bodyIntegrity = .digest }
        }
        do throws(TransportError) {
            if bodyIntegrity == .unverified { try refuseUnverified() }
            let part = progress.part.path
            if !digests.isEmpty {
                try await onDisk { () throws(TransportError) in try Self.verify(part, digests) }
            }
        } catch {
            keep(progress, after: error)
            throw error
        }
        do throws(TransportError) {
            if syncs {
                try await onDisk { () throws(TransportError) in try progress.part.sync() }
            }
            // Removed first, so that no checkpoint remains beside a finished file if the process is killed.
            journal.remove(progress.path)
            try await move(progress.part, &path)
        } catch {
            listener?.observe(.moveFailed(to: URL(file: path), error))
            keep(progress)
            throw error
        }
        let file = DownloadedFile(
            url: URL(file: path), count: progress.count,
            status: state.content == .missingBytes ? state.head.status : presented.status,
            headers: presented.headers, bodyIntegrity: bodyIntegrity)
        listener?.observe(.moved(file))
        return file
    }

    /// Refuses a file that may be truncated.
    ///
    /// HTTP/2 marks the end of each body, so that most truncations are errors there.
    private func refuseUnverified() throws(TransportError) {
        guard options.allowsUnknownLength == false, listener?.httpVersion != .http2 else { return }
        throw TransportError(
            .truncated, "the file may be truncated: only the end of the connection marks its end",
            advice: "ask for a Content-Length, give its digest, or set allowsUnknownLength")
    }

    private func move(_ part: PartFile, _ path: inout String) async throws(TransportError) {
        if options.collision == .number {
            let first = path
            for number in 2...1000 {
                do throws(TransportError) {
                    return try part.finish(to: path, replaces: false, syncs: syncs)
                } catch {
                    guard FileManager.default.fileExists(atPath: path) else { throw error }
                    path = Self.numbered(first, number)
                }
            }
        }
        try part.finish(to: path, replaces: options.collision == .replace, syncs: syncs)
    }

    /// Returns the path with a number added to the file name, such as `a 2.pdf` for `a.pdf`.
    private static func numbered(_ path: String, _ number: Int) -> String {
        let start = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
        let name = path[start...]
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
            return "\(path) \(number)"
        }
        return "\(path[..<dot]) \(number)\(path[dot...])"
    }
}
