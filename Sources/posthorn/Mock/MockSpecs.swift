#if MockServer
    internal import FoundationEssentials
    internal import PosthornSpec

    /// The specs of a mock, which may change while they are served.
    extension SpecOptions {
        /// The sizes and dates of the files, which differ after a change; empty while there are none.
        var signature: [String] {
            (SpecFolder.files(below: spec) ?? [spec]).compactMap { path in
                guard let attributes = try? FileManager.default.attributesOfItem(atPath: path)
                else { return nil }
                let date = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970
                return "\(path) \(date ?? 0) \(attributes[.size] as? Int ?? 0)"
            }
        }
    }
#endif
