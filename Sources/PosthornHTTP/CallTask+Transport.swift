extension CallTask where Value == TransportResponse, Failure == TransportError {
    /// Makes a handle for a bare request over any transport.
    ///
    /// The value is the response, whatever its status. With a `CurlSession`, the call is a task of the session and
    /// reports its progress.
    public convenience init(_ request: TransportRequest, over transport: any Transport) {
        self.init(.data) { attachment throws(TransportError) in
            var request = request
            request.options.attachment = attachment
            do throws(TransportError) {
                let response = try await transport.send(request)
                await attachment.end(nil)
                return response
            } catch {
                await attachment.end(error)
                throw error
            }
        }
    }
}
