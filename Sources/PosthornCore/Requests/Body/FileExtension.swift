/// The media types of common file name extensions.
enum FileExtension {
    static func mediaType(of filename: String) -> String {
        guard let dot = filename.lastIndex(of: ".") else { return unknown }
        return known[filename[filename.index(after: dot)...].lowercased()] ?? unknown
    }

    private static let unknown = "application/octet-stream"

    private static let known = [
        "avif": "image/avif", "bmp": "image/bmp", "css": "text/css", "csv": "text/csv",
        "gif": "image/gif", "gz": "application/gzip", "htm": "text/html", "html": "text/html",
        "heic": "image/heic", "ico": "image/vnd.microsoft.icon", "jpeg": "image/jpeg",
        "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json",
        "md": "text/markdown", "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4",
        "ndjson": "application/x-ndjson", "pdf": "application/pdf", "png": "image/png",
        "rtf": "application/rtf", "svg": "image/svg+xml", "tar": "application/x-tar",
        "tif": "image/tiff", "tiff": "image/tiff", "txt": "text/plain", "wav": "audio/wav",
        "webm": "video/webm", "webp": "image/webp", "xml": "application/xml",
        "yaml": "application/yaml", "yml": "application/yaml", "zip": "application/zip",
    ]
}
