/// What a client of the benchmark is told, as `name=value` words.
public struct ClientOptions: Sendable {
    /// What one request is.
    public enum Work: String, Sendable {
        /// A GET whose body is collected.
        case get
        /// A GET whose body is a list of items in JSON, which are decoded.
        case typed
        /// A GET whose body is read and dropped.
        case discard
        /// A GET whose body goes to the file ``ClientOptions/path``.
        case file
        /// A PUT of the file ``ClientOptions/path``.
        case upload
    }

    /// What is asked for.
    public var url = ""
    /// What is done with it.
    public var work = Work.get
    /// The number of items in a body of ``Work/typed``.
    public var items = 0
    /// The file that is read or written.
    public var path = "/dev/null"
    /// How many requests are in flight.
    public var concurrency = 1
    /// How long is measured, after a warm-up.
    public var seconds = 1.0
    /// Exactly so many requests, without a warm-up; 0 goes by the time.
    public var total = 0
    /// What many more requests ask for, which get no response.
    public var parkedURL = ""
    /// How many they are.
    public var parked = 0
    /// The PEM file with the authority of the server; empty trusts every server.
    public var authority = ""
    /// What only one client understands.
    public var variant = ""

    /// Reads the words of this process.
    public init() {
        for word in CommandLine.arguments.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            guard parts.count == 2 else { fatalError("not name=value: \(word)") }
            switch parts[0] {
            case "url": url = parts[1]
            case "work": work = Work(rawValue: parts[1]) ?? .get
            case "items": items = Int(parts[1]) ?? 0
            case "path": path = parts[1]
            case "c": concurrency = Int(parts[1]) ?? 1
            case "seconds": seconds = Double(parts[1]) ?? 1
            case "total": total = Int(parts[1]) ?? 0
            case "parked": parked = Int(parts[1]) ?? 0
            case "parkedurl": parkedURL = parts[1]
            case "authority": authority = parts[1]
            case "variant": variant = parts[1]
            default: fatalError("no such option: \(parts[0])")
            }
        }
    }
}
