/// A kind of change between two specs.
package enum ChangeRule: String, CaseIterable, Sendable {
    case serviceRemoved, serviceAdded
    case endpointRemoved, endpointLeftOut, endpointAdded, methodChanged, pathChanged
    case requestRequiredAdded, requestDefaultAdded, requestOptionalAdded, requestRemoved
    case requestBecameRequired, requestBecameOptional
    case requestBecameNullable, requestNoLongerNullable
    case responseAdded, responseRequiredRemoved, responseOptionalRemoved
    case responseBecameOptional, responseBecameRequired
    case responseBecameNullable, responseNoLongerNullable
    case renamed, wireNameChanged, parameterMoved, orderChanged
    case typeChanged, swiftTypeChanged, formatChanged, typeRemoved
    case constantChanged, defaultRemoved, defaultChanged, styleChanged, sealedChanged
    case requestLimitNarrowed, responseLimitWidened, limitChanged
    case requestValueRemoved, requestValueAdded, responseValueRemoved, responseValueAdded
    case responseOpenValueAdded, requestClosed, requestOpened, responseClosed, responseOpened
    case discriminatorChanged
    case bodyFormChanged, requestMediaTypeRemoved, requestMediaTypeAdded
    case responseMediaTypeRemoved, responseMediaTypeAdded, responsePolicyChanged, envelopeChanged
    case returnsAdded, returnsChanged, returnsFormChanged, endMarkerChanged
    case statusAdded, statusRemoved, errorAdded, errorRemoved
    case cipherChanged, signerChanged, credentialChanged, credentialAccepted
    case credentialTypeChanged, credentialSourceChanged, credentialSourceAdded
    case keyAdded, keyRemoved, schemeChanged
    case serverChanged, serverRemoved, serverAdded, versionChanged, accessNarrowed
    case protocolRemoved, protocolAdded, protocolChanged
    case pagesRemoved, pagesAdded, pagesChanged, pollRemoved, pollAdded, pollChanged
    case webhookRemoved, webhookAdded
    case deprecated, noLongerDeprecated, settingChanged

    /// The name in reports, such as `endpoint-removed`.
    package var id: String {
        rawValue.reduce(into: "") { text, character in
            text += character.isUppercase ? "-" + character.lowercased() : String(character)
        }
    }

    package var severity: Severity { Self.rows[id]?.severity ?? .other }
    /// What has changed, as a sentence.
    package var sentence: String { Self.rows[id]?.sentence ?? "" }
    /// What to do about it, or `nil` if nothing breaks.
    package var advice: String? { Self.rows[id]?.advice }

    /// What callers do about it, or `nil` if nothing breaks.
    package var callerAdvice: String? {
        switch self {
        case .endpointRemoved, .requestRemoved, .responseRequiredRemoved, .responseOptionalRemoved,
            .responseValueRemoved, .requestValueRemoved, .errorRemoved, .statusRemoved,
            .serviceRemoved, .serverRemoved, .webhookRemoved, .keyRemoved, .typeRemoved:
            "remove it from callers"
        case .requestRequiredAdded, .requestBecameRequired, .requestDefaultAdded, .defaultRemoved,
            .keyAdded:
            "let callers pass it"
        case .responseBecameOptional, .responseBecameNullable:
            "let callers unwrap it, or write 'required: true' or 'nullable: false' in the overlay"
        case .responseBecameRequired, .responseNoLongerNullable, .requestNoLongerNullable:
            "let callers no longer unwrap it"
        case .renamed: "change callers, or keep the name by 'name' in the overlay"
        case .typeChanged, .swiftTypeChanged, .formatChanged:
            "change callers, or keep the old type in the overlay"
        case .responseOpenValueAdded, .responseValueAdded, .errorAdded, .statusAdded:
            "let callers have a case for it, or a 'default' where they switch"
        case _ where severity.breaksSource: "change callers"
        case _ where severity.breaksWire: "publish programs with these specs; old ones fail"
        default: nil
        }
    }

    private typealias Row = (severity: Severity, sentence: String, advice: String?)

    private static let rows: [String: Row] = table.split(separator: "\n").reduce(into: [:]) {
        let cells = $1.split(separator: " | ").map(String.init)
        let severity = Severity.allCases.first { "\($0)" == cells[1] } ?? .other
        $0[cells[0]] = (severity, cells[2], cells.count > 3 ? cells[3] : nil)
    }

    /// The rules: the name, what breaks, the sentence and the advice.
    private static let table = """
        service-removed | both | A service is removed. | keep it as deprecated until no client calls it
        service-added | added | A service is added.
        endpoint-removed | both | An endpoint is removed. | keep it as deprecated until no client calls it
        endpoint-left-out | source | 'only' no longer selects an endpoint, which the service still has. | select it
        endpoint-added | added | An endpoint is added.
        method-changed | wire | An endpoint has another method. | serve the old method too
        path-changed | wire | An endpoint has another path or host. | serve the old path too
        request-required-added | both | A request has a new required parameter or member. | let it be left out, or give it to a new endpoint
        request-default-added | wire | A request has a new constant, or a new member with a default. | accept requests without it
        request-optional-added | added | A request has a new parameter or member that may be left out.
        request-removed | source | A parameter or a member of a request is removed. | keep it as deprecated
        request-became-required | both | A parameter or a member of a request may no longer be left out. | accept requests without it
        request-became-optional | other | A parameter or a member of a request may be left out.
        request-became-nullable | other | A value of a request may be null.
        request-no-longer-nullable | both | A value of a request may no longer be null. | accept null
        response-added | added | A response has a new member.
        response-required-removed | both | A required member of a response is removed. | keep sending it
        response-optional-removed | source | An optional member of a response is removed. | keep it as deprecated
        response-became-optional | both | A required member of a response may be missing. | always send it, or say 'default:'
        response-became-required | source | An optional member of a response is always there. | keep it optional, or change callers that unwrap it
        response-became-nullable | both | A value of a response may be null. | send a value, or leave the member out
        response-no-longer-nullable | source | A value of a response is never null. | keep it nullable, or change callers that unwrap it
        renamed | source | A name in Swift changes, and the wire does not. | keep the name by 'name:', or change callers
        wire-name-changed | wire | A parameter or member has another name in messages. | accept both names
        parameter-moved | wire | A parameter is in another part of the request. | accept it in both places
        order-changed | source | Callers pass arguments in another order. | keep the order, and add what is new at the end
        type-changed | both | A type changes so that old clients cannot read or send it. | use a new member or a new endpoint
        swift-type-changed | source | A type in Swift changes, and old messages stay valid. | keep the type, or change callers
        format-changed | wire | A type has another format in messages. | use a new member
        type-removed | source | A type that code uses outside of calls is removed. | keep the type
        constant-changed | wire | A constant has another value. | accept both values
        default-removed | source | A parameter has no default any more. | keep the default
        default-changed | other | A default is added, changed or made optional.
        style-changed | wire | Lists and objects in a query are written otherwise. | accept both forms
        sealed-changed | wire | A member is sealed, or no longer sealed. | use a new member
        request-limit-narrowed | wire | A limit on a value of a request is narrower. | accept the old range
        response-limit-widened | wire | A value of a response, which old clients check, has a wider limit. | stay in the old range
        limit-changed | other | Another limit changes.
        request-value-removed | both | A value of an enum, or a type of a union, is no longer accepted. | accept it as deprecated
        request-value-added | added | A request may have a new value of an enum or type of a union.
        response-value-removed | source | A value of an enum, or a type of a union, is no longer returned. | keep it in the spec
        response-value-added | both | A closed enum or union of a response has a new value or type. | return it to new clients only, and let the type be open
        response-open-value-added | source | An open enum or union of a response has a new value or type. | let callers have a 'default' where they switch over it
        request-closed | both | An enum or union of a request is closed. | accept values that are not listed
        request-opened | other | An enum or union of a request is open.
        response-closed | source | An enum or union of a response is closed. | keep it open
        response-opened | both | An enum or union of a response is open. | return only listed values to old clients
        discriminator-changed | wire | Another member tells the types of a union apart. | send both members
        body-form-changed | source | Callers pass the body in another form. | keep the form, or change callers
        request-media-type-removed | wire | A media type of a request is no longer accepted. | accept it too
        request-media-type-added | added | A request may have another media type.
        response-media-type-removed | wire | A media type of a response is no longer sent. | keep sending it on request
        response-media-type-added | added | A response may have another media type.
        response-policy-changed | wire | Responses are decoded by another policy. | use a new endpoint
        envelope-changed | wire | The members or the success codes of the envelope change. | send both
        returns-added | added | A call returns something, where it returned nothing.
        returns-changed | both | A call returns another kind of message: a value, statuses, a stream. | use a new endpoint
        returns-form-changed | source | A call returns the same message in another form. | change callers
        end-marker-changed | wire | The end of a stream is marked otherwise. | send the old marker too
        status-added | both | A call can return another status. | send it to new clients only
        status-removed | source | A call no longer returns a status. | keep it in the spec
        error-added | source | A documented error is added. | let callers have a 'default' where they switch over failures
        error-removed | source | A documented error is removed. | keep it in the spec
        cipher-changed | wire | Other ciphers seal a call. | accept the old ciphers too
        signer-changed | wire | Other signers sign a call. | accept the old signatures too
        credential-changed | wire | A call needs other credentials or more scopes. | accept the old credentials too
        credential-accepted | added | A call can have other credentials.
        credential-type-changed | source | Clients supply a credential of another type. | supply the other type where the client is created; '.credential(_:)' of OAuthCredential takes the old one
        credential-source-changed | wire | The value of a credential comes from another place. | accept values from the old place too
        credential-source-added | added | Clients can get the value of a credential from a server that a challenge names.
        key-added | source | Clients supply another cipher, signer, credential or policy. | supply it where the client is created
        key-removed | source | Clients no longer supply a cipher, signer, credential or policy. | remove it where the client is created
        scheme-changed | wire | A cipher, signer, credential or webhook has another scheme. | declare the new scheme under another name
        server-changed | wire | A server has another URL, or calls another path. | serve the old one too
        server-removed | both | A server is removed. | keep the server
        server-added | added | A server is added.
        version-changed | wire | Calls ask for another version of the API. | serve the old version too
        access-narrowed | source | Less code can use the client or a call. | keep 'access'
        protocol-removed | source | No protocol of the client is generated any more. | keep 'protocol'
        protocol-added | added | A protocol of the client is generated.
        protocol-changed | source | A protocol of the client has a new method, or one with a new parameter, which fakes lack. | add it to fakes
        pages-removed | source | A list is no longer paged. | keep 'pages'
        pages-added | added | A list is paged.
        pages-changed | wire | The next page is requested in another way. | serve the old way too
        poll-removed | source | An operation is no longer waited for. | keep 'poll'
        poll-added | added | An operation is waited for.
        poll-changed | wire | The state of an operation is read in another way. | serve the old way too
        webhook-removed | both | A webhook is removed. | keep sending it
        webhook-added | added | A webhook is added.
        deprecated | other | An endpoint, a parameter or a member is deprecated.
        no-longer-deprecated | other | An endpoint, a parameter or a member is no longer deprecated.
        setting-changed | other | A timeout, retries, a cache or another setting of clients changes.
        """
}
