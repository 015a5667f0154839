/// Chooses the samples of one host, without files of web pages.
struct SampleFilter {
    private(set) var samples: [Sample] = []
    private(set) var host = ""
    /// The scheme and the host that most samples have.
    private(set) var origin = ""
    /// The samples of all hosts.
    private(set) var total = 0
    /// What was skipped, with its number.
    private(set) var skipped: [String] = []

    private static let endings: Set<Substring> = [
        "html", "htm", "css", "js", "mjs", "map", "png", "jpg", "jpeg", "gif", "svg", "webp", "ico",
        "woff", "woff2", "ttf", "otf", "eot", "mp4", "webm", "mp3", "avif", "wasm", "cur",
        "webmanifest",
    ]
    /// The names of files that browsers and robots ask for.
    private static let files: Set<String> = [
        "asset-manifest.json", "browserconfig.xml", "manifest.json", "robots.txt", "sitemap.xml",
    ]
    private static let types: Set<String> = [
        "text/html", "text/css", "text/javascript", "application/javascript",
        "application/x-javascript", "application/wasm", "application/xhtml+xml",
        "application/font-woff", "application/manifest+json",
    ]

    init(_ all: [Sample], host chosen: String?) {
        let requests = all.filter { !Self.isPreflight($0) }
        // Where JSON has the names of files, these are values of the API.
        let folders = Set(
            requests.filter { Self.hasEnding($0) && Self.isSuccess($0) }.map(Self.folder))
        let calls = requests.filter { request in
            let isFile = Self.hasEnding(request) && !folders.contains(Self.folder(request))
            return !Self.isStatic(request) && !isFile
        }
        var hosts: [String: Int] = [:]
        for call in calls { hosts[call.url.host, default: 0] += 1 }
        let order = hosts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        host = chosen?.lowercased() ?? order.first?.key ?? ""
        let name = host
        samples = calls.filter { $0.url.host == name }
        total = calls.count
        var origins: [String: Int] = [:]
        for sample in samples { origins[sample.url.origin, default: 0] += 1 }
        origin = origins.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key ?? ""
        func count(_ number: Int, _ one: String, _ many: String) {
            if number > 0 { skipped.append("skipped \(number) \(number == 1 ? one : many)") }
        }
        count(requests.count - calls.count, "file of web pages", "files of web pages")
        count(all.count - requests.count, "preflight request", "preflight requests")
        let others = order.filter { $0.key != name }
        if !others.isEmpty {
            let list = others.prefix(5).map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
            let number = others.reduce(0) { $0 + $1.value }
            count(
                number, "request to another host: \(list)", "requests to other hosts: \(list)")
        }
    }

    private static func isPreflight(_ sample: Sample) -> Bool {
        sample.method == "CONNECT"
            || sample.method == "OPTIONS" && !sample.header("access-control-request-method").isEmpty
    }

    private static func isStatic(_ sample: Sample) -> Bool {
        let type = sample.response?.mediaType ?? ""
        if types.contains(type) { return true }
        if ["image/", "font/", "video/", "audio/"].contains(where: type.hasPrefix) { return true }
        if files.contains(sample.url.path.last?.text ?? "") { return true }
        return !BodyReader.isJSON(type) && hasEnding(sample)
    }

    /// Returns whether a file of web pages is asked for, by its name.
    private static func hasEnding(_ sample: Sample) -> Bool {
        guard ["GET", "HEAD"].contains(sample.method), let last = sample.url.path.last?.text,
            last.contains("."), let ending = last.split(separator: ".").last
        else { return false }
        return endings.contains(Substring(ending.lowercased()))
    }

    /// Returns whether JSON is the result, and not the failure of a page's missing file.
    private static func isSuccess(_ sample: Sample) -> Bool {
        guard let response = sample.response, response.status < 400 else { return false }
        return BodyReader.isJSON(response.mediaType)
    }

    /// The path without its last segment.
    private static func folder(_ sample: Sample) -> [String] {
        sample.url.path.dropLast().map(\.text)
    }
}
