/// The spec files of a target by the services that they belong to.
///
/// With one service, all files are its own. With several, each has a folder with its own files, and the files
/// outside of these folders are shared.
struct ServiceFolders {
    /// The places of the files of each service among all files, in the order of their folders.
    private(set) var services: [[Int]]
    /// The places of the files that the services share.
    private(set) var shared: [Int] = []

    init(_ files: [(path: String, isService: Bool)]) {
        let folders = Set(files.lazy.filter(\.isService).map { Self.folder(of: $0.path) }).sorted()
        guard folders.count > 1 else {
            services = [Array(files.indices)]
            return
        }
        services = Array(repeating: [], count: folders.count)
        for (place, file) in files.enumerated() {
            let folder = Self.folder(of: file.path)
            // The innermost folder sorts last.
            if let owner = folders.lastIndex(where: { folder.isFolder(inside: $0) }) {
                services[owner].append(place)
            } else {
                shared.append(place)
            }
        }
    }

    private static func folder(of path: String) -> Substring {
        path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    }
}

extension Substring {
    /// Returns whether a folder is another one or inside of it.
    fileprivate func isFolder(inside other: Substring) -> Bool {
        other.isEmpty || self == other || hasPrefix(other + "/")
    }
}
