import Foundation
import InMemoryTracing
import Posthorn
import Tracing

/// A tracer that records spans, and injects the `traceparent` of W3C Trace Context.
struct RecordingTracer: Tracer {
    let memory: InMemoryTracer

    init() {
        let last = Locked(0)
        let next: @Sendable (Int) -> String = { digits in
            let number = last.withLock { last in
                last += 1
                return last
            }
            let text = String(number, radix: 16)
            return String(repeating: "0", count: digits - text.count) + text
        }
        memory = InMemoryTracer(
            idGenerator: .init(nextTraceID: { next(32) }, nextSpanID: { next(16) }))
    }

    func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> InMemorySpan {
        memory.startSpan(
            operationName, context: context(), ofKind: kind, at: instant(), function: function,
            file: fileID, line: line)
    }

    func forceFlush() {}

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {}

    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let span = context.inMemorySpanContext else { return }
        injector.inject(
            "00-\(span.traceID)-\(span.spanID)-01", forKey: "traceparent", into: &carrier)
    }
}

extension RecordingTracer {
    /// The ended spans as a tree, in the order in which they started: name, kind, status and attributes.
    ///
    /// - Parameter port: The port of the server, which is written as 8080.
    func transcript(port: String = "") -> String {
        let spans = memory.finishedSpans.sorted { $0.spanID < $1.spanID }
        let known = Set(spans.map(\.spanID))
        let roots = spans.filter { span in span.parentSpanID.map { !known.contains($0) } ?? true }
        let text = roots.map { Self.text($0, spans, indent: "") }.joined(separator: "\n")
        return port.isEmpty ? text : text.replacing(port, with: "8080")
    }

    private static func text(
        _ span: FinishedInMemorySpan, _ spans: [FinishedInMemorySpan], indent: String
    ) -> String {
        var lines = ["\(indent)\(span.operationName) (\(span.kind))" + text(span.status)]
        let inner = indent + "  "
        if !span.attributes.isEmpty { lines.append(words(span.attributes).wrapped(by: inner)) }
        for event in span.events {
            lines.append(
                "\(inner)event \(event.name): " + words(event.attributes).joined(separator: " "))
        }
        for error in span.errors { lines.append("\(inner)error \(error)") }
        for child in spans where child.parentSpanID == span.spanID {
            lines.append(text(child, spans, indent: inner))
        }
        return lines.joined(separator: "\n")
    }

    private static func text(_ status: SpanStatus?) -> String {
        guard let status else { return "" }
        return ", \(status.code)" + (status.message.map { ": \($0)" } ?? "")
    }

    private static func words(_ attributes: SpanAttributes) -> [String] {
        var words: [String] = []
        attributes.forEach { name, value in
            let text =
                switch value {
                case .string(let value): value
                case .int64(let value): "\(value)"
                case .double(let value): "\(value)"
                default: "\(value)"
                }
            words.append("\(name)=\(text)")
        }
        return words.sorted()
    }
}
