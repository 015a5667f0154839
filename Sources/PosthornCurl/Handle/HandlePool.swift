import CCurl
import Posthorn

/// Easy handles for reuse: a new one costs a fifth of a small request.
struct HandlePool {
    private var idle: [EasyHandle] = []
    private static let limit = 256

    mutating func take() throws(TransportError) -> EasyHandle {
        if let handle = idle.popLast() { return handle }
        guard let raw = curl_easy_init() else {
            throw TransportError(
                .resource, "libcurl has no memory for another transfer", nothingSent: true)
        }
        return EasyHandle(raw: raw)
    }

    /// Takes a handle back.
    ///
    /// It is reset at once, so that nothing of a transfer outlives it.
    mutating func put(_ handle: EasyHandle) {
        curl_easy_reset(handle.raw)
        if idle.count < Self.limit {
            idle.append(handle)
        } else {
            curl_easy_cleanup(handle.raw)
        }
    }

    mutating func empty() {
        for handle in idle { curl_easy_cleanup(handle.raw) }
        idle = []
    }
}
