// swift-tools-version: 6.2

import PackageDescription

/// The features with which all targets, including generated code, compile without warnings.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The cryptographic primitives.
let crypto: [Target.Dependency] = [
    .product(name: "Crypto", package: "swift-crypto"),
    .product(name: "CryptoExtras", package: "swift-crypto"),
]

/// What the trait MockServer adds to the tool.
let withMockServer = TargetDependencyCondition.when(traits: ["MockServer"])
let mockServer: [Target.Dependency] = [
    .target(name: "PosthornMock", condition: withMockServer),
    .target(name: "PosthornServer", condition: withMockServer),
    .product(name: "Hummingbird", package: "hummingbird", condition: withMockServer),
    .product(name: "HummingbirdCore", package: "hummingbird", condition: withMockServer),
    .product(name: "Logging", package: "swift-log", condition: withMockServer),
    .product(name: "NIOCore", package: "swift-nio", condition: withMockServer),
]

let package = Package(
    name: "posthorn",
    products: [
        // One import for programs that call an API. Generated code imports PosthornCore.
        .library(name: "Posthorn", targets: ["Posthorn", "PosthornCore", "PosthornCurl"]),
        // Endpoints without the session manager, for programs with a transport of their own.
        .library(name: "PosthornCore", targets: ["PosthornCore"]),
        .library(name: "PosthornCache", targets: ["PosthornCache"]),
        .library(name: "PosthornCrypto", targets: ["PosthornCrypto"]),
        .library(name: "PosthornDrift", targets: ["PosthornDrift"]),
        .library(name: "PosthornFoundation", targets: ["PosthornFoundation"]),
        .library(name: "PosthornFormats", targets: ["PosthornFormats"]),
        .library(name: "PosthornLoading", targets: ["PosthornLoading"]),
        .library(name: "PosthornOAuth", targets: ["PosthornOAuth"]),
        .library(name: "PosthornObservability", targets: ["PosthornObservability"]),
        .library(name: "PosthornOutbox", targets: ["PosthornOutbox"]),
        .library(name: "PosthornRedis", targets: ["PosthornRedis"]),
        .library(name: "PosthornResilience", targets: ["PosthornResilience"]),
        .library(name: "PosthornSQLite", targets: ["PosthornSQLite"]),
        .library(name: "PosthornServer", targets: ["PosthornServer"]),
        .library(name: "PosthornTesting", targets: ["PosthornTesting"]),
        .library(name: "PosthornWorkloadIdentity", targets: ["PosthornWorkloadIdentity"]),
        .plugin(name: "PosthornPlugin", targets: ["PosthornPlugin"]),
        .plugin(name: "PosthornOpenAPIPlugin", targets: ["PosthornOpenAPIPlugin"]),
        .plugin(name: "GenerateEndpoints", targets: ["GenerateEndpoints"]),
        .executable(name: "posthorn", targets: ["posthorn"]),
    ],
    traits: [
        .trait(
            name: "CodableXML",
            description: "Lets PosthornFormats read and write any Codable type as XML, by XMLCoder."
        ),
        .trait(
            name: "ImageDecoding",
            description:
                "Lets PosthornLoading decode pixels, by libjpeg-turbo, libpng, libwebp and giflib."),
        .trait(name: "MockServer", description: "Adds 'posthorn mock', on Hummingbird."),
        .trait(
            name: "Redis",
            description: "Adds the store of PosthornRedis, which machines share, by hiredis."),
        .trait(
            name: "SQLite",
            description: "Adds the store of PosthornSQLite, which processes share, by GRDB."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        // DER of keys; swift-crypto resolves it too.
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        // Structured fields, for signatures of PosthornCrypto and rate limits that PosthornResilience reads.
        .package(url: "https://github.com/apple/swift-http-structured-headers", from: "1.7.0"),
        // Resolved only with the trait CodableXML.
        .package(url: "https://github.com/CoreOffice/XMLCoder", from: "0.18.2"),
        // Resolved only with the trait MockServer.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.92.0"),
        // Resolved only with the trait SQLite.
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Used by the command line tool only, so that users of the plugin do not build it.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // Locks, dates and percent-encoding, for this package only.
        .target(name: "PosthornSupport", swiftSettings: strict),

        // The JSON reader and writer, and the coders of `Codable` types on their basis.
        .target(
            name: "PosthornJSON", dependencies: ["PosthornSupport"], swiftSettings: strict),

        // One exchange, without endpoints: transports, requests, responses, redirects, cookies, downloads.
        .target(
            name: "PosthornHTTP",
            dependencies: [
                "PosthornSupport", .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(
                    name: "RawStructuredFieldValues", package: "swift-http-structured-headers"),
            ],
            swiftSettings: strict),

        // What processes share: the protocols of stores, and a store in memory.
        .target(name: "PosthornStores", dependencies: ["PosthornHTTP"], swiftSettings: strict),
        // The keys by which the next two hide names and encrypt values, for this package only.
        .target(
            name: "PosthornStoreKeys", dependencies: ["PosthornKeys"] + crypto,
            swiftSettings: strict),
        // A store in a file of SQLite.
        .target(
            name: "PosthornSQLite",
            dependencies: [
                "PosthornKeys", "PosthornStoreKeys", "PosthornStores",
                .product(
                    name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            ],
            swiftSettings: strict),

        // A store on a server of Redis. Only the trait Redis makes its system package a dependency.
        .systemLibrary(
            name: "CHiredis", providers: [.apt(["libhiredis-dev"])]),
        .target(
            name: "PosthornRedis",
            dependencies: [
                "PosthornKeys", "PosthornStoreKeys", "PosthornStores",
                .target(name: "CHiredis", condition: .when(traits: ["Redis"])),
            ],
            swiftSettings: strict),

        // The HTTP cache (RFC 9111), in front of any transport.
        .target(
            name: "PosthornCache", dependencies: ["PosthornHTTP", "PosthornStores"],
            swiftSettings: strict),

        // Endpoints, the request builder, ciphers, response policies, the call and its steps.
        .target(
            name: "PosthornCore", dependencies: ["PosthornHTTP", "PosthornJSON"],
            swiftSettings: strict),
        // Both halves of a call: endpoints and the session manager.
        .target(
            name: "Posthorn", dependencies: ["PosthornCore", "PosthornCurl"],
            swiftSettings: strict),

        // The session manager over libcurl.
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .target(
            name: "PosthornCurl", dependencies: ["CCurl", "PosthornHTTP"], swiftSettings: strict),
        // Support for Foundation's `Progress`, and calls with a completion handler.
        .target(
            name: "PosthornFoundation", dependencies: ["PosthornHTTP"],
            swiftSettings: strict),

        // Loads that callers share, caches of decoded values, and an activity indicator. It exports the modules of
        // images.
        .target(
            name: "PosthornLoading",
            dependencies: [
                "PosthornCore", "PosthornCurl", "PosthornImages", "PosthornSupport",
                .target(
                    name: "PosthornImageDecoding", condition: .when(traits: ["ImageDecoding"])),
            ],
            swiftSettings: strict),
        // The header of an image.
        .target(name: "PosthornImages", dependencies: ["PosthornCore"], swiftSettings: strict),
        // Pixels of images. Only the trait ImageDecoding makes its system packages a dependency of a product.
        .systemLibrary(
            name: "CImageDecoders", pkgConfig: "libturbojpeg",
            providers: [.apt(["libturbojpeg0-dev", "libpng-dev", "libwebp-dev", "libgif-dev"])]),
        .target(
            name: "PosthornImageDecoding",
            dependencies: ["CImageDecoders", "PosthornCore", "PosthornImages"],
            swiftSettings: strict),

        // Notifications of changes of the machine's network.
        .target(name: "PosthornPathMonitor", dependencies: ["PosthornHTTP"], swiftSettings: strict),

        // Middleware for servers that fail or limit their clients. It exports PosthornPathMonitor.
        .target(
            name: "PosthornResilience",
            dependencies: ["PosthornCore", "PosthornPathMonitor", "PosthornStores"],
            swiftSettings: strict),

        // Logs, metrics and traces of calls: one module exports three.
        .target(
            name: "PosthornObservability",
            dependencies: ["PosthornLogging", "PosthornMetrics", "PosthornTracing"],
            swiftSettings: strict),
        .target(
            name: "PosthornLogging",
            dependencies: ["PosthornCore", .product(name: "Logging", package: "swift-log")],
            swiftSettings: strict),
        .target(
            name: "PosthornMetrics",
            dependencies: [
                "PosthornCore", .product(name: "CoreMetrics", package: "swift-metrics"),
            ],
            swiftSettings: strict),
        .target(
            name: "PosthornTracing",
            dependencies: [
                "PosthornCore", .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: strict),

        // XML and property lists: one module exports two.
        .target(
            name: "PosthornFormats", dependencies: ["PosthornPropertyList", "PosthornXML"],
            swiftSettings: strict),
        .target(
            name: "PosthornPropertyList", dependencies: ["PosthornCore"], swiftSettings: strict),
        // XML, with Foundation's parser.
        .target(
            name: "PosthornXML",
            dependencies: [
                "PosthornCore",
                .product(
                    name: "XMLCoder", package: "XMLCoder",
                    condition: .when(traits: ["CodableXML"])),
            ],
            swiftSettings: strict),

        // Sealed envelopes, HPKE and HMAC on swift-crypto. It exports the modules below it: keys and what all formats
        // share, and other formats.
        .target(
            name: "PosthornCrypto",
            dependencies: [
                "PosthornAWS", "PosthornCore", "PosthornJOSE", "PosthornKeys", "PosthornLegacy",
                "PosthornMessageSignatures",
            ] + crypto,
            swiftSettings: strict),
        .target(
            name: "PosthornKeys",
            dependencies: [
                "PosthornCore", .product(name: "SwiftASN1", package: "swift-asn1"),
            ] + crypto,
            swiftSettings: strict),
        .target(
            name: "PosthornJOSE", dependencies: ["PosthornCore", "PosthornKeys"] + crypto,
            swiftSettings: strict),
        .target(
            name: "PosthornAWS", dependencies: ["PosthornCore", "PosthornKeys"] + crypto,
            swiftSettings: strict),
        .target(
            name: "PosthornMessageSignatures",
            dependencies: [
                "PosthornCore", "PosthornKeys",
                .product(
                    name: "RawStructuredFieldValues", package: "swift-http-structured-headers"),
            ] + crypto,
            swiftSettings: strict),
        .target(
            name: "PosthornLegacy", dependencies: ["PosthornCore", "PosthornKeys"] + crypto,
            swiftSettings: strict),

        // Tokens of OAuth 2.
        .target(
            name: "PosthornOAuth",
            dependencies: [
                "PosthornCore", "PosthornJOSE", "PosthornKeys", "PosthornStores", "PosthornSupport",
            ] + crypto,
            swiftSettings: strict),

        // Credentials of the machine or cluster that the program runs on.
        .target(
            name: "PosthornWorkloadIdentity",
            dependencies: [
                "PosthornAWS", "PosthornCore", "PosthornJOSE", "PosthornKeys", "PosthornOAuth",
                "PosthornXML",
            ],
            swiftSettings: strict),

        // The server's half of sealed and signed calls.
        .target(
            name: "PosthornServer",
            dependencies: ["PosthornCore", "PosthornCrypto", "PosthornSupport"],
            swiftSettings: strict),

        // Support for tests of code that uses Posthorn: a stub, a scripted server, a conformance suite. No
        // library depends on it.
        .target(
            name: "PosthornTesting", dependencies: ["PosthornCore", "PosthornStores"],
            swiftSettings: strict),

        // The spec language, the generator, and the tool and plugin that run them.
        .systemLibrary(
            name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .target(name: "PosthornSpec", dependencies: ["CYAML"], swiftSettings: strict),
        .target(
            name: "PosthornCodegen", dependencies: ["PosthornSpec"], swiftSettings: strict),
        .executableTarget(
            name: "posthorn-generate", dependencies: ["PosthornCodegen", "PosthornSpec"],
            swiftSettings: strict),
        .plugin(
            name: "PosthornPlugin", capability: .buildTool(), dependencies: ["posthorn-generate"]),
        .plugin(
            name: "GenerateEndpoints",
            capability: .command(
                intent: .custom(
                    verb: "generate-endpoints",
                    description: "Writes the Swift of the targets' specs, for checking in."),
                permissions: [
                    .writeToPackageDirectory(reason: "To write the Swift that the specs describe.")
                ]),
            dependencies: ["posthorn-generate"]),
        // Documents that others wrote: values with places, the reader of JSON. For the command line tool only.
        .target(
            name: "PosthornForeign", dependencies: ["PosthornSpec"], swiftSettings: strict),
        // The import of OpenAPI documents, for the command line tool and for a plugin of its own.
        .target(
            name: "PosthornOpenAPI",
            dependencies: ["CYAML", "PosthornForeign", "PosthornFormat", "PosthornSpec"],
            swiftSettings: strict),
        .executableTarget(
            name: "posthorn-openapi",
            dependencies: ["PosthornCodegen", "PosthornOpenAPI", "PosthornSpec"],
            swiftSettings: strict),
        .plugin(
            name: "PosthornOpenAPIPlugin", capability: .buildTool(),
            dependencies: ["posthorn-openapi"]),
        // The comparison of two specs, for the command line tool only.
        .target(name: "PosthornDiff", dependencies: ["PosthornSpec"], swiftSettings: strict),
        // The printer and the formatter of specs, for the command line tool and the plugin for OpenAPI.
        .target(
            name: "PosthornFormat", dependencies: ["CYAML", "PosthornSpec"], swiftSettings: strict),
        // Specs from traffic, for the command line tool only.
        .target(
            name: "PosthornInference",
            dependencies: ["PosthornForeign", "PosthornFormat", "PosthornSpec"],
            swiftSettings: strict),
        // Values of the types of a spec, and the comparison of values with types, for the command line tool only.
        .target(
            name: "PosthornSamples", dependencies: ["PosthornJSON", "PosthornSpec"],
            swiftSettings: strict),
        // The observer that compares responses with the spec.
        .target(
            name: "PosthornDrift",
            dependencies: [
                "PosthornCore", "PosthornSamples", "PosthornSpec",
                .product(name: "CoreMetrics", package: "swift-metrics"),
            ],
            swiftSettings: strict),
        // The test of a server against a spec, for the command line tool only.
        .target(
            name: "PosthornVerify",
            dependencies: [
                "PosthornCore", "PosthornDrift", "PosthornInterpreter", "PosthornSamples",
                "PosthornSpec",
            ],
            swiftSettings: strict),
        // Calls that are interpreted from a checked spec, for the command line tool only.
        .target(
            name: "PosthornInterpreter",
            dependencies: [
                "PosthornCore", "PosthornCrypto", "PosthornOAuth", "PosthornSamples",
                "PosthornSpec", "PosthornXML",
            ],
            swiftSettings: strict),
        // A server of a spec as plain requests and responses, for the command line tool only.
        .target(
            name: "PosthornMock",
            dependencies: [
                "PosthornCore", "PosthornCrypto", "PosthornInterpreter", "PosthornSamples",
                "PosthornServer", "PosthornSpec", "PosthornSupport",
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "posthorn",
            dependencies: [
                "Posthorn", "PosthornCodegen", "PosthornCore", "PosthornDiff", "PosthornFormat",
                "PosthornInference", "PosthornInterpreter", "PosthornKeys", "PosthornLogging",
                "PosthornOpenAPI", "PosthornSamples", "PosthornSpec", "PosthornStores",
                "PosthornTesting", "PosthornVerify",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .target(name: "PosthornRedis", condition: .when(traits: ["Redis"])),
                .target(name: "PosthornSQLite", condition: .when(traits: ["SQLite"])),
            ] + mockServer,
            swiftSettings: strict),

        // Calls that are stored and delivered later.
        .target(
            name: "PosthornOutbox", dependencies: ["PosthornCore", "PosthornStores"],
            swiftSettings: strict),

        // The service of the demo in Examples/Shop.
        .target(
            name: "Shop", dependencies: ["PosthornCore", "PosthornCrypto"], path: "Specs/Shop",
            swiftSettings: strict, plugins: ["PosthornPlugin"]),

        // Types that the services of other targets use.
        .target(
            name: "Commerce", dependencies: ["PosthornCore"], path: "Specs/Commerce",
            swiftSettings: strict, plugins: ["PosthornPlugin"]),
        // Two services in one target, with types of both and of another target.
        .target(
            name: "Payments", dependencies: ["Commerce", "PosthornCore"], path: "Specs/Payments",
            swiftSettings: strict, plugins: ["PosthornPlugin"]),
        .testTarget(
            name: "PaymentsTests",
            dependencies: ["Commerce", "Payments", "Posthorn", "PosthornCore", "PosthornTesting"],
            swiftSettings: strict),

        // A third-party service, called in its tests.
        .target(
            name: "HTTPBin", dependencies: ["PosthornCore"], path: "Specs/HTTPBin",
            swiftSettings: strict, plugins: ["PosthornPlugin"]),
        // Docker's registry, called in its tests.
        .target(
            name: "Registry", dependencies: ["PosthornCore"], path: "Specs/Registry",
            swiftSettings: strict, plugins: ["PosthornPlugin"]),
        // OpenAI's API, called in its tests on a server that follows the reference.
        .target(
            name: "Chat", dependencies: ["PosthornCore"], path: "Specs/Chat",
            swiftSettings: strict, plugins: ["PosthornPlugin"]),
        .testTarget(
            name: "ChatTests",
            dependencies: ["Chat", "Posthorn", "PosthornCore", "PosthornCurl", "TestSupport"],
            exclude: ["openai_client.py", "server.py"], swiftSettings: strict),
        .testTarget(
            name: "RegistryTests",
            dependencies: [
                "Registry", "Posthorn", "PosthornCore", "PosthornCurl", "TestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            exclude: ["token_server.py"],
            swiftSettings: strict),
        // Amazon's S3, called in its tests as moto implements it.
        .target(
            name: "S3", dependencies: ["PosthornCore", "PosthornFormats"], path: "Specs/S3",
            swiftSettings: strict, plugins: ["PosthornPlugin"]),
        .testTarget(
            name: "S3Tests",
            dependencies: [
                "S3", "Posthorn", "PosthornCore", "PosthornCrypto", "PosthornCurl",
                "TestSupport",
            ],
            exclude: ["peer.py"], swiftSettings: strict),
        // Eight servers of other projects, called in its tests.
        .target(
            name: "Servers", dependencies: ["PosthornCore", "PosthornCrypto", "PosthornFormats"],
            path: "Specs/Servers", swiftSettings: strict, plugins: ["PosthornPlugin"]),
        .testTarget(
            name: "ServersTests",
            dependencies: [
                "Servers", "Posthorn", "PosthornCore", "PosthornCrypto", "PosthornCurl",
                "PosthornTesting", "TestSupport",
            ],
            exclude: ["peer.py"], swiftSettings: strict),
        .testTarget(
            name: "HTTPBinTests",
            dependencies: ["HTTPBin", "Posthorn", "PosthornCore", "PosthornCurl", "TestSupport"],
            exclude: ["gunicorn.conf.py"], swiftSettings: strict),

        // Tests. Test vectors are read from the source tree and need no build.
        .testTarget(
            name: "PosthornTests",
            dependencies: [
                "Posthorn", "PosthornCore", "PosthornCache", "PosthornHTTP", "PosthornImages",
                "PosthornJSON",
                "PosthornLogging", "PosthornPathMonitor", "PosthornPropertyList",
                "PosthornResilience", "PosthornTesting", "TestSupport",
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Vectors"], swiftSettings: strict),
        .testTarget(
            name: "PosthornCryptoTests",
            dependencies: [
                "CRefusedRandomness", "Posthorn", "PosthornCore", "PosthornCache", "PosthornCrypto",
                "PosthornCurl", "PosthornKeys", "PosthornServer", "PosthornTesting", "TestSupport",
                .product(
                    name: "RawStructuredFieldValues", package: "swift-http-structured-headers"),
            ] + crypto,
            exclude: ["Vectors"], swiftSettings: strict),

        // OAuth 2 against Authlib, and against scripted responses.
        .testTarget(
            name: "PosthornOAuthTests",
            dependencies: [
                "Posthorn", "PosthornCore", "PosthornCurl", "PosthornHTTP", "PosthornJOSE",
                "PosthornKeys", "PosthornOAuth", "PosthornTesting", "TestSupport",
            ] + crypto,
            exclude: ["bound.py", "server.py"], swiftSettings: strict),

        // What processes share, with processes of `store-check`.
        .executableTarget(
            name: "store-check",
            dependencies: [
                "Posthorn", "PosthornCache", "PosthornCore", "PosthornKeys", "PosthornOAuth",
                "PosthornOutbox", "PosthornRedis", "PosthornResilience", "PosthornSQLite",
                "PosthornStores",
                .target(name: "CHiredis", condition: .when(traits: ["Redis"])),
            ],
            path: "Tests/StoreCheck", swiftSettings: strict),
        .testTarget(
            name: "PosthornStoresTests",
            dependencies: [
                "Posthorn", "PosthornCache", "PosthornCore", "PosthornKeys", "PosthornOAuth",
                "PosthornOutbox", "PosthornRedis", "PosthornResilience", "PosthornSQLite",
                "PosthornStores",
                "PosthornTesting", "TestSupport", "store-check",
            ],
            swiftSettings: strict),

        .testTarget(
            name: "PosthornOutboxTests",
            dependencies: [
                "Posthorn", "PosthornCore", "PosthornOutbox", "PosthornStores", "PosthornTesting",
                "TestSupport",
            ],
            swiftSettings: strict),
        // Chains of credentials against scripted metadata servers, moto, and the clouds' Python libraries.
        .testTarget(
            name: "PosthornWorkloadIdentityTests",
            dependencies: [
                "Posthorn", "PosthornAWS", "PosthornCore", "PosthornCurl", "PosthornHTTP",
                "PosthornJOSE", "PosthornKeys", "PosthornOAuth", "PosthornTesting",
                "PosthornWorkloadIdentity",
                "TestSupport",
            ] + crypto,
            exclude: ["moto_server.py", "reference.py"], swiftSettings: strict),

        .testTarget(
            name: "PosthornImageDecodingTests",
            dependencies: [
                "TestSupport", "ImageFuzz", "Posthorn", "PosthornCore", "PosthornImageDecoding",
                "PosthornImages",
            ],
            exclude: ["Images"], swiftSettings: strict),
        .testTarget(
            name: "PosthornLoadingTests",
            dependencies: [
                "Posthorn", "PosthornCore", "PosthornCache", "PosthornCurl", "PosthornLoading",
                "PosthornTesting",
                "Shop",
                "TestSupport",
            ],
            swiftSettings: strict),

        .testTarget(
            name: "PosthornTelemetryTests",
            dependencies: [
                "Posthorn", "PosthornCore", "PosthornCurl", "PosthornMetrics", "PosthornTesting",
                "PosthornTracing",
                "TestSupport",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: strict),

        // The spec language and the generator: unit tests, golden folders, and the generated Swift of the
        // golden folders, compiled and executed.
        .testTarget(
            name: "PosthornSpecTests", dependencies: ["PosthornSpec", "TestSupport"],
            exclude: ["Vectors"], swiftSettings: strict),
        .testTarget(
            name: "PosthornOpenAPITests",
            dependencies: [
                "PosthornCodegen", "PosthornForeign", "PosthornFormat", "PosthornOpenAPI",
                "PosthornSpec", "TestSupport",
            ],
            exclude: ["Cases", "Documents"], swiftSettings: strict),
        .testTarget(
            name: "PosthornDiffTests",
            dependencies: ["PosthornDiff", "PosthornSpec", "TestSupport"],
            exclude: ["Cases"], swiftSettings: strict),
        .testTarget(
            name: "PosthornFormatTests",
            dependencies: ["PosthornCodegen", "PosthornFormat", "PosthornSpec", "TestSupport"],
            exclude: ["Cases"], swiftSettings: strict),
        .testTarget(
            name: "PosthornDriftTests",
            dependencies: [
                "Posthorn", "PosthornDrift", "PosthornTesting", "Shop", "TestSupport",
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PosthornSamplesTests",
            dependencies: [
                "PosthornCodegen", "PosthornJSON", "PosthornSamples", "PosthornSpec", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "PosthornMockTests",
            dependencies: [
                "Posthorn", "PosthornCore", "PosthornCrypto", "PosthornMock", "PosthornSpec",
                "Shop",
                "TestSupport",
            ],
            exclude: ["Cases"], swiftSettings: strict),
        .testTarget(
            name: "PosthornInferenceTests",
            dependencies: [
                "DemoDraft", "JupyterDraft", "Posthorn", "PosthornCodegen", "PosthornCore",
                "PosthornFormat", "PosthornInference", "PosthornSpec", "PosthornTesting", "Shop",
                "TestSupport",
            ],
            exclude: ["Cases", "Traffic"], swiftSettings: strict),
        // Drafts of specs, inferred from the recordings of PosthornInferenceTests.
        .target(
            name: "DemoDraft", dependencies: ["PosthornCore"], path: "Tests/Drafts/Demo",
            swiftSettings: strict, plugins: ["PosthornPlugin"]),
        .target(
            name: "JupyterDraft", dependencies: ["PosthornCore"], path: "Tests/Drafts/Jupyter",
            swiftSettings: strict, plugins: ["PosthornPlugin"]),
        .testTarget(
            name: "PosthornCodegenTests",
            // The modules that the documents' examples import, and the tested modules.
            dependencies: [
                "Posthorn", "PosthornCore", "PosthornCache", "PosthornCodegen", "PosthornCurl",
                "PosthornDrift", "PosthornFormat", "PosthornFormats", "PosthornImageDecoding",
                "PosthornLoading", "PosthornOAuth", "PosthornObservability", "PosthornOutbox",
                "PosthornResilience", "PosthornServer", "PosthornSpec", "PosthornTesting",
                "PosthornWorkloadIdentity", "Shop", "TestSupport",
            ],
            exclude: ["Cases"], swiftSettings: strict),
        .testTarget(
            name: "PosthornCLITests", dependencies: ["TestSupport", "posthorn"],
            swiftSettings: strict),
        // The built tool against servers on loopback.
        .testTarget(
            name: "PosthornToolTests",
            dependencies: [
                "TestSupport", "posthorn", "PosthornCore", "PosthornCrypto", "PosthornInterpreter",
                "PosthornRedis", "PosthornServer", "PosthornSpec", "PosthornSQLite",
                "PosthornStores",
                "PosthornTesting",
            ],
            exclude: ["Stock", "mcp_client.py", "stock_server.py"], swiftSettings: strict),
        // The module that the golden case Uses uses.
        .target(
            name: "GoldenCommon", dependencies: ["PosthornCore"],
            path: "Tests/PosthornCodegenTests/Cases/Uses/Modules/GoldenCommon/Expected",
            swiftSettings: strict),
        .testTarget(
            name: "PosthornGoldenTests",
            dependencies: [
                "GoldenCommon", "TestSupport",
                "Posthorn", "PosthornCache", "PosthornCodegen", "PosthornCore", "PosthornCrypto",
                "PosthornCurl", "PosthornFormats", "PosthornInterpreter", "PosthornLoading",
                "PosthornLogging", "PosthornOAuth", "PosthornOutbox", "PosthornSamples",
                "PosthornServer", "PosthornSpec",
                "PosthornTesting",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict),

        // Code shared by the tests, such as a scripted peer on loopback.
        .target(
            name: "TestSupport",
            dependencies: ["CCurl", "Posthorn", "PosthornCore", "PosthornTesting"],
            path: "Tests/TestSupport"),
        .target(name: "CSlowResolver", path: "Tests/CSlowResolver"),
        .target(name: "CInterruption", path: "Tests/CInterruption"),
        .target(name: "CRefusedRandomness", path: "Tests/CRefusedRandomness"),
        .executableTarget(
            name: "wire-check",
            dependencies: [
                "CSlowResolver", "Posthorn", "PosthornCore", "PosthornCache", "PosthornCurl",
                "PosthornPathMonitor",
                "PosthornResilience", "PosthornTesting", "TestSupport",
            ],
            path: "Tests/WireCheck", swiftSettings: strict),
        .executableTarget(
            name: "instruction-check",
            dependencies: [
                "Posthorn", "PosthornCore", "PosthornCrypto", "PosthornCurl", "PosthornOAuth",
                "PosthornTesting", "Shop",
            ],
            path: "Tests/InstructionCheck", exclude: ["helpers.txt", "instructions.txt"],
            swiftSettings: strict),
        .executableTarget(
            name: "upload-check", dependencies: ["Posthorn", "PosthornCore", "PosthornCurl"],
            path: "Tests/UploadCheck", swiftSettings: strict),
        .testTarget(
            name: "PosthornCurlTests",
            dependencies: [
                "CCurl", "CInterruption", "CSlowResolver", "Posthorn", "PosthornCore",
                "PosthornCache",
                "PosthornCurl", "PosthornHTTP", "PosthornLogging", "PosthornPathMonitor",
                "PosthornTesting", "TestSupport", "upload-check", "wire-check",
            ],
            exclude: ["Vectors"], swiftSettings: strict),
        .testTarget(
            name: "PosthornFoundationTests",
            dependencies: [
                "Posthorn", "PosthornCore", "PosthornCurl", "PosthornFoundation", "PosthornTesting",
                "TestSupport",
            ],
            swiftSettings: strict),

        // The printed form of a value of each public type of the libraries.
        .testTarget(
            name: "PosthornMirrorTests",
            dependencies: [
                "TestSupport",
                "Posthorn", "PosthornCore", "PosthornCache", "PosthornCrypto", "PosthornCurl",
                "PosthornDrift", "PosthornFoundation",
                "PosthornHTTP",
                "PosthornImageDecoding", "PosthornImages", "PosthornJSON", "PosthornLogging",
                "PosthornMetrics", "PosthornLoading", "PosthornOAuth", "PosthornOutbox",
                "PosthornPathMonitor", "PosthornPropertyList", "PosthornRedis",
                "PosthornResilience", "PosthornSQLite", "PosthornServer", "PosthornStores",
                "PosthornTesting", "PosthornTracing", "PosthornWorkloadIdentity", "PosthornXML",
                "Shop",
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["API"], swiftSettings: strict),

        .testTarget(
            name: "PosthornXMLTests",
            dependencies: [
                "TestSupport", "Posthorn", "PosthornCore", "PosthornTesting", "PosthornXML",
            ],
            swiftSettings: strict),

        // The fuzzers' readers, over their seeds and seeded mutations of them.
        .target(
            name: "ImageFuzz", dependencies: ["PosthornImageDecoding", "PosthornImages"],
            path: "Fuzzing/Sources/ImageFuzz", exclude: ["Entry.swift"], swiftSettings: strict),
        .target(
            name: "SpecFuzz", dependencies: ["PosthornCodegen", "PosthornSpec"],
            path: "Fuzzing/Sources/SpecFuzz", exclude: ["Entry.swift"], swiftSettings: strict),
        .target(
            name: "CryptoFuzz", dependencies: ["PosthornCore", "PosthornCrypto"],
            path: "Fuzzing/Sources/CryptoFuzz", exclude: ["Entry.swift"], swiftSettings: strict),
        .target(
            name: "JSONFuzz", dependencies: ["PosthornJSON"],
            path: "Fuzzing/Sources/JSONFuzz", exclude: ["Entry.swift"], swiftSettings: strict),
        .target(
            name: "DocumentFuzz",
            dependencies: [
                "PosthornFormat", "PosthornInference", "PosthornOpenAPI", "PosthornSpec",
            ],
            path: "Fuzzing/Sources/DocumentFuzz", exclude: ["Entry.swift"], swiftSettings: strict),
        .testTarget(
            name: "FuzzTests",
            dependencies: ["CryptoFuzz", "DocumentFuzz", "JSONFuzz", "SpecFuzz", "TestSupport"],
            swiftSettings: strict),

        // PosthornTesting's own tests, and its conformance suite for the session.
        .testTarget(
            name: "PosthornTestingTests",
            dependencies: [
                "Posthorn", "PosthornCore", "PosthornCache", "PosthornCrypto", "PosthornCurl",
                "PosthornTesting",
                "Shop",
                "TestSupport", "posthorn",
            ],
            swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)
