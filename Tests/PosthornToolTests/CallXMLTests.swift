import Foundation
import PosthornCore
import PosthornTesting
import TestSupport
import Testing

/// `posthorn call` with bodies in XML.
@Suite("posthorn call in XML", .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct CallXMLTests {
    private static let spec = """
        service: FilesAPI
        sends: application/xml
        endpoints:
          find: { PROPFIND: /files, body: { "D:propfind": { type: Find, name: find } } }
          tag: { PUT: /tags, body: Tagging }
        types:
          Find: { "@xmlns:D": { const: "DAV:" }, "D:prop": { "D:owner": { const: "" }, "D:name": String } }
          Tagging: { Tag: "[Tag]" }
          Tag: { Key: String, Value: String }

        """

    @Test("Members become elements, with the constants of the spec, and a file is sent as it is")
    func sendsMembers() throws {
        let tool = try Tool()
        try tool.write(Self.spec, to: "Files/Files.yaml")
        try tool.write("<Tagging/>", to: "tags.xml")
        let server = try ScriptedServer.serving([
            .on(nil, "/files", response: .status(.ok)),
            .on(.put, "/tags", times: 2, response: .status(.ok)),
        ])
        defer { server.stop() }
        for arguments in [
            ["find", #"D:propfind.D:prop.D:name=tea & "coffee""#],
            ["tag", "Tag[0].Key=a", "Tag[0].Value=1", "Tag[1].Key=b", "Tag[1].Value=2"],
            ["tag", "@tags.xml"],
        ] {
            let run = try tool.finish(
                tool.start(["call", "Files", "--server", server.url("")] + arguments))
            #expect(run.exitCode == 0, "\(run)")
        }
        let head = #"<?xml version="1.0" encoding="UTF-8"?>"#
        let bodies = server.requests.map { $0.split(separator: "\r\n\r\n").last.map(String.init) }
        #expect(
            bodies == [
                head + #"<D:propfind xmlns:D="DAV:"><D:prop><D:owner></D:owner>"#
                    + #"<D:name>tea &amp; "coffee"</D:name></D:prop></D:propfind>"#,
                head + "<Tagging><Tag><Key>a</Key><Value>1</Value></Tag>"
                    + "<Tag><Key>b</Key><Value>2</Value></Tag></Tagging>",
                "<Tagging/>",
            ])
        #expect(server.requests.allSatisfy { $0.contains("Content-Type: application/xml\r\n") })
    }
}
