import Chat
import Foundation
import Posthorn
import PosthornCurl
import TestSupport
import Testing

/// A client of a language model, from OpenAI's reference alone: how one asks, lets it call tools, and reads streams.
@Suite("A language model", .chat, .timeLimit(.minutes(2 * slowness)), .oneIssueAtLimit)
struct ChatTests {
    private func chat(
        key: String = "secret", _ change: (inout ClientConfiguration) -> Void = { _ in }
    ) throws -> ChatAPI {
        var configuration = try ClientConfiguration(
            baseURL: ChatServer.url, transport: try #require(ChatServer.session))
        change(&configuration)
        return ChatAPI(configuration, auth: .init(key: .bearer(key)))
    }

    /// A tool that the model may call.
    private static let forecast = (
        name: "forecast",
        parameters: ["type": "object", "properties": ["city": ["type": "string"]]] as JSONValue
    )

    // MARK: Ask

    @Test("A question is answered at once, or word by word")
    func completions() async throws {
        let chat = try self.chat()
        let messages: [Message] = [
            .instruction(Instruction(role: .system, content: "Be brief.")),
            .user(Question(content: .text("hello tea world"))),
        ]
        let completion = try await chat.complete(
            model: "tea-1", messages: messages, temperature: 0.5)
        let choice = try #require(completion.choices.first)
        #expect(choice.message.content == "You said: hello tea world")
        #expect(choice.finishReason == .stop)
        #expect(completion.usage?.totalTokens == 8)
        #expect(completion.created == Date(timeIntervalSince1970: 1_786_935_002))

        // The same as a stream, which ends at `[DONE]`; the last chunk has the numbers of tokens.
        var (text, tokens) = ("", 0)
        let chunks = try await chat.streamCompletion(
            model: "tea-1", messages: messages, streamOptions: .init(includeUsage: true))
        for try await chunk in chunks {
            text += chunk.choices.first?.delta.content ?? ""
            tokens += chunk.usage?.totalTokens ?? 0
        }
        #expect(text == "You said: hello tea world")
        #expect(tokens == 8)
    }

    @Test("A question has parts of several kinds")
    func parts() async throws {
        let image = ImagePart(imageURL: .init(url: "https://example.com/cup.png"))
        let question = Question(content: .parts([.text(TextPart(text: "see")), .imageURL(image)]))
        let completion = try await chat().complete(model: "tea-2", messages: [.user(question)])
        #expect(completion.choices[0].message.content == "You said: see an image")
    }

    @Test("A list keeps the models that are models, and observers hear of the rest")
    func models() async throws {
        let deviations = Locked<[String]>([])
        struct Observer: ClientObserver {
            let deviations: Locked<[String]>

            func observe(_ event: CallEvent) {
                guard case .deviation(let error) = event.kind else { return }
                deviations.withLock { $0.append(error.message) }
            }
        }
        let chat = try self.chat { $0.observers = [Observer(deviations: deviations)] }
        let models = try await chat.listModels().data
        #expect(models.map(\.id) == ["tea-1", "tea-2"])
        #expect(deviations.withLock { $0 } == ["data[2].id is missing"])
    }

    // MARK: Tools

    @Test("The model calls a tool, and answers with what it returns")
    func tools() async throws {
        let chat = try self.chat()
        let tool = Tool.function(
            FunctionTool(
                function: .init(name: Self.forecast.name, parameters: Self.forecast.parameters)))
        var messages: [Message] = [.user(Question(content: .text("the weather?")))]
        let asked = try await chat.complete(model: "tea-1", messages: messages, tools: [tool])
        #expect(asked.choices[0].finishReason == .toolCalls)
        let message = asked.choices[0].message
        guard case .function(let call)? = message.toolCalls?.first else {
            Issue.record("\(message)")
            return
        }
        let arguments = try JSONValue(jsonData: Data(call.function.arguments.utf8))
        #expect(arguments == ["city": "Paris"])

        messages += [
            .assistant(message), .tool(ToolOutput(toolCallID: call.id, content: "sunny")),
        ]
        let answer = try await chat.complete(model: "tea-1", messages: messages, tools: [tool])
        #expect(answer.choices[0].message.content == "It is sunny")

        // In a stream, the arguments come in pieces.
        var pieces = ""
        let stream = try await chat.streamCompletion(
            model: "tea-1", messages: [messages[0]], tools: [tool])
        for try await chunk in stream {
            for piece in chunk.choices[0].delta.toolCalls ?? [] {
                pieces += piece.function.arguments
            }
        }
        #expect(pieces == call.function.arguments)
    }

    // MARK: Responses

    @Test("A response is a list of items; one that the reference does not know is kept")
    func items() async throws {
        let chat = try self.chat()
        let response = try await chat.respond(model: "tea-1", input: .text("hello tea world"))
        #expect(response.status == .completed)
        #expect(
            response.output.first == .unknown(["type": "steeping", "id": "st_1", "minutes": 3]))
        let text = ContentPart.outputText(TextPart(text: "You said: hello tea world"))
        #expect(
            response.output.last
                == .message(OutputMessage(role: .assistant, content: .parts([text]))))

        // What the model put out is the beginning of what it is asked next.
        let tool = ResponseTool.function(
            ResponseFunction(
                name: Self.forecast.name, parameters: Self.forecast.parameters, strict: nil))
        let question = OutputMessage(role: .user, content: .text("the weather?"))
        let asked = try await chat.respond(
            model: "tea-1", input: .items([.message(question)]), tools: [tool])
        guard case .functionCall(let call)? = asked.output.last else {
            Issue.record("\(asked)")
            return
        }
        let output = Item.functionCallOutput(ItemOutput(callID: call.callID, output: "sunny"))
        let answer = try await chat.respond(
            model: "tea-1", input: .items([.message(question)] + asked.output + [output]),
            tools: [tool])
        #expect(answer.outputText == "It is sunny")
    }

    @Test("The events of a stream are told apart by their names")
    func events() async throws {
        var (text, names) = ("", [String]())
        let stream = try await chat().streamResponse(
            model: "tea-1", input: .text("hello tea world"))
        for try await event in stream {
            switch event {
            case .responseCreated(let change): #expect(change.response.status == .inProgress)
            case .responseOutputTextDelta(let delta): text += delta.delta
            case .responseOutputItemAdded, .responseOutputItemDone: names.append("item")
            case .responseCompleted(let change): names.append(change.response.status.rawValue)
            case .unknown(let name, let value):
                #expect(value["minutes"] == 3)
                names.append(name)
            default: Issue.record("\(event)")
            }
        }
        #expect(text == "You said: hello tea world")
        #expect(names == ["response.tea.steeping", "item", "item", "completed"])

        // A response may fail after it has begun. The stream is complete all the same.
        var statuses: [ResponseStatus] = []
        for try await event in try await chat().streamResponse(
            model: "tea-1", input: .text("boil dry"))
        {
            guard case .responseFailed(let change) = event else { continue }
            statuses.append(change.response.status)
        }
        #expect(statuses == [.failed])
    }

    // MARK: Refusals

    @Test("Refusals are typed, for streams as well")
    func refusals() async throws {
        let (chat, denied) = (try self.chat(), try self.chat(key: "wrong"))
        let messages: [Message] = [.user(Question(content: .text("hello")))]
        do {
            _ = try await denied.complete(model: "tea-1", messages: messages)
            Issue.record("accepted")
        } catch .unauthorized(let refusal) {
            #expect(refusal.error.code == "invalid_api_key")
        }
        do {
            _ = try await chat.respond(model: "coffee", input: .text("hello"))
            Issue.record("accepted")
        } catch .notFound(let refusal) {
            #expect(refusal.error.message == "The model 'coffee' does not exist.")
        }
        do {
            _ = try await chat.streamCompletion(model: "busy", messages: messages)
            Issue.record("accepted")
        } catch .tooManyRequests(let refusal, let retryAfter) {
            #expect(refusal.error.type == "requests")
            #expect(retryAfter == 20)
        }
        let error = await #expect(throws: ChatAPI.Complete.Failure.self) {
            try await chat.complete(model: "tea-1", messages: messages, temperature: 3)
        }
        #expect(error?.code == .invalidParameter)
    }

    @Test("A call waits as long as an overloaded model asks for, and is repeated")
    func retry() async throws {
        let chat = try chat().with { $0.retry = RetryRule(attempts: 2) }
        let response = try await chat.response(
            to: ChatAPI.Respond(model: "flaky", input: .text("hello")))
        #expect(response.failedAttempts.map(\.error.code) == [.status(429)])
        #expect(response.value.status == .completed)
    }

    // MARK: A second opinion

    @Test("OpenAI's own client sees the same")
    func independentClient() async throws {
        let theirs = try OpenAIClient.result()
        let chat = try self.chat()
        let messages: [Message] = [.user(Question(content: .text("hello tea world")))]
        let completion = try await chat.complete(model: "tea-1", messages: messages)
        #expect(completion.choices[0].message.content == theirs.completion)
        #expect(completion.usage?.totalTokens == theirs.tokens)
        var chunks: [String] = []
        for try await chunk in try await chat.streamCompletion(model: "tea-1", messages: messages) {
            if let content = chunk.choices[0].delta.content, content != "" {
                chunks.append(content)
            }
        }
        #expect(chunks == theirs.chunks)
        var (events, deltas) = ([String](), [String]())
        let stream = try await chat.streamResponse(
            model: "tea-1", input: .text("hello tea world"))
        for try await event in stream.events {
            events.append(event.type)
            if case .responseOutputTextDelta(let delta) = event.value {
                deltas.append(delta.delta)
            }
        }
        #expect(events == theirs.events)
        #expect(deltas == theirs.deltas)
        #expect(theirs.call == ["call_1", "forecast", #"{"city":"Paris"}"#])
        #expect((theirs.answer, theirs.response) == ("It is sunny", "You said: hello tea world"))
        #expect(theirs.busy == .init(status: 429, code: "rate_limit_exceeded", retryAfter: "20"))
        #expect((theirs.unknown.status, theirs.denied.status) == (404, 401))
    }
}
