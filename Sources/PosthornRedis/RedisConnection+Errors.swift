#if Redis
    import PosthornStores

    extension RedisConnection {
        static let tooOld = StoreError(
            .foreign, "the server is older than Redis \(RedisServer.leastVersion)",
            advice: "use a later version of Redis")

        static let foreign = StoreError(
            .foreign, "the server of the store does not speak the protocol of Redis",
            advice: "check its address")

        /// Returns the error of a reply, without its text, which may repeat an argument.
        static func error(_ text: String) -> StoreError {
            let code = text.prefix { $0 != " " }
            switch code {
            case "NOAUTH", "WRONGPASS", "NOPERM": return refused
            case "OOM", "MISCONF":
                return StoreError(
                    .full, "the server has no memory or no disk for the value (\(code))",
                    advice: "raise its `maxmemory`, or free its disk")
            case "WRONGTYPE":
                return StoreError(
                    .foreign, "another program uses a name of the store",
                    advice: "use another namespace")
            case "LOADING", "BUSY", "MASTERDOWN", "READONLY", "TRYAGAIN", "CLUSTERDOWN":
                return StoreError(
                    .unavailable, "the server does not serve the store now (\(code))",
                    advice: "wait, or use the primary server")
            case "MOVED", "ASK", "CROSSSLOT":
                return StoreError(
                    .foreign, "the server is a part of a cluster", advice: "use a single server")
            default:
                // Before version 6, a wrong password has no code of its own; a script wraps the error of a command.
                if text.contains("invalid password") || text.contains("AUTH") { return refused }
                if text.contains("OOM command not allowed") { return error("OOM") }
                if text.contains("WRONGTYPE") { return error("WRONGTYPE") }
                if text.contains("READONLY") { return error("READONLY") }
                if text.contains("MISCONF") { return error("MISCONF") }
                return StoreError(
                    .damaged, "the server refuses a step of the store (\(code))",
                    advice: "check what other programs write into its namespace")
            }
        }

        static let refused = StoreError(
            .refused, "the server refuses the password of the store", advice: "check the password")
    }
#endif
