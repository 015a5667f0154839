extension Task {
    /// Cancels the task on another thread, and returns before that.
    ///
    /// Cancelling a task runs its cancellation handlers. They may be the client's and may block, which would
    /// stop all transfers of the session.
    func cancelElsewhere() { Task<Void, Never>.detached { self.cancel() } }
}
