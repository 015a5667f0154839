import Dispatch
import Foundation

/// Ends the program when its standard input closes or on SIGTERM, so that it does not outlive its parent.
struct Lifetime {
    private let termination: any DispatchSourceSignal

    init() {
        signal(SIGTERM, SIG_IGN)
        signal(SIGPIPE, SIG_IGN)
        termination = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
        termination.setEventHandler { exit(0) }
        termination.resume()
        Thread {
            while !FileHandle.standardInput.availableData.isEmpty {}
            exit(0)
        }.start()
    }

    /// Keeps the signal's source alive up to here.
    func keep() {}
}
