import Foundation
import Posthorn
import Servers
import TestSupport
import Testing

/// Calls of a real Radicale by CalDAV, as the user `ada`.
@Suite("Radicale", .server(Daemon.radicale), .timeLimit(.minutes(slowness)), .oneIssueAtLimit)
struct RadicaleTests {
    private func calendars(password: String = "secret") throws -> CalendarAPI {
        CalendarAPI(
            try RunningServer.configuration(),
            auth: .init(user: .basic(user: "ada", password: password)))
    }

    /// An event of one hour on the first of a month.
    private func event(_ id: String, month: String) -> String {
        """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Posthorn//Test//EN
        BEGIN:VEVENT
        UID:\(id)
        DTSTAMP:20261130T120000Z
        DTSTART:2026\(month)01T090000Z
        DTEND:2026\(month)01T100000Z
        SUMMARY:Tea & <biscuits>
        END:VEVENT
        END:VCALENDAR

        """.replacing("\n", with: "\r\n")
    }

    @Test("Calendars are made, found and renamed")
    func collections() async throws {
        let calendars = try calendars()
        let found = try await calendars.findPrincipal()
        #expect(found.resources.first?.properties.first?.prop.currentUserPrincipal?.href == "/ada/")

        let settings = NewCalendar(displayName: "Tea & <biscuits>")
        try await calendars.createCalendar(user: "ada", calendar: "tea", settings: settings)
        let change = CalendarChange(displayName: "Green tea")
        let changed = try await calendars.renameCalendar(
            user: "ada", calendar: "tea", change: change)
        #expect(changed.resources.first?.properties.map(\.status) == ["HTTP/1.1 200 OK"])
        let listed = try await calendars.listCalendars(user: "ada")
        let tea = try #require(listed.resources.first { $0.href == "/ada/tea/" })
        let properties = try #require(tea.properties.first { $0.status.contains("200") }).prop
        #expect(properties.displayName == "Green tea" && properties.resourcetype?.calendar != nil)

        await #expect {
            try await calendars.createCalendar(user: "ada", calendar: "tea", settings: settings)
        } throws: { error in
            guard case .conflict(let refusal) = error as? CalendarAPI.CreateCalendar.Failure else {
                return false
            }
            return refusal.resourceMustBeNull != nil
        }
        try await calendars.deleteCalendar(user: "ada", calendar: "tea")
    }

    @Test("Events are added once, found by time, changed, moved and deleted")
    func events() async throws {
        let calendars = try calendars()
        let settings = NewCalendar(displayName: "Work")
        try await calendars.createCalendar(user: "ada", calendar: "team", settings: settings)
        for month in ["10", "11", "12"] {
            _ = try await calendars.addEvent(
                user: "ada", calendar: "team", name: "\(month).ics",
                body: event("e\(month)", month: month))
        }
        await #expect {
            try await calendars.addEvent(
                user: "ada", calendar: "team", name: "12.ics", body: event("e12", month: "12"))
        } throws: { error in
            guard case .exists = error as? CalendarAPI.AddEvent.Failure else { return false }
            return true
        }
        let autumn = ComponentFilter(
            name: .vevent,
            timeRange: .init(
                start: CalendarTime("20261001T000000Z"), end: CalendarTime("20261115T000000Z")))
        let found = try await calendars.findEvents(
            user: "ada", calendar: "team", search: .init(filter: .init(component: autumn)))
        #expect(found.resources.map(\.href).sorted() == ["/ada/team/10.ics", "/ada/team/11.ics"])
        #expect(
            found.resources.flatMap(\.properties).allSatisfy {
                $0.prop.calendarData?.contains("SUMMARY:Tea & <biscuits>") == true
            })

        var stored = try await calendars.getEvent(user: "ada", calendar: "team", name: "12.ics")
        stored.value = stored.value.replacing("Tea", with: "Coffee")
        let changed = try await calendars.changeEvent(
            user: "ada", calendar: "team", name: "12.ics", body: stored)
        await #expect {
            try await calendars.changeEvent(
                user: "ada", calendar: "team", name: "12.ics", body: stored)
        } throws: { error in
            guard case .preconditionFailed = error as? CalendarAPI.ChangeEvent.Failure else {
                return false
            }
            return true
        }
        let server = try #require(RunningServer.current).baseURL
        let moved = try #require(URL(string: server + "/ada/team/moved.ics"))
        try await calendars.moveEvent(
            user: "ada", calendar: "team", name: "12.ics", destination: moved)
        let seen = try RunningServer.curl("/ada/team/moved.ics", "-u", "ada:secret")
        #expect(seen.contains("SUMMARY:Coffee & <biscuits>"))
        try await calendars.deleteEvent(
            user: "ada", calendar: "team", name: "moved.ics", eTag: changed.eTag)
        let selection = EventSelection(paths: ["/ada/team/11.ics", "/ada/team/moved.ics"])
        let rest = try await calendars.getEvents(
            user: "ada", calendar: "team", selection: selection)
        let gone = rest.resources.filter { $0.status?.contains("404") == true }
        #expect(gone.map(\.href) == ["/ada/team/moved.ics"] && rest.resources.count == 2)
    }

    @Test("A sync returns what has changed since a token")
    func sync() async throws {
        let calendars = try calendars()
        try await calendars.createCalendar(
            user: "ada", calendar: "sync", settings: .init(displayName: "Sync"))
        _ = try await calendars.addEvent(
            user: "ada", calendar: "sync", name: "a.ics", body: event("a", month: "10"))
        let first = try await calendars.sync(
            user: "ada", calendar: "sync", search: .init(token: ""))
        #expect(first.resources.map(\.href) == ["/ada/sync/a.ics"])
        _ = try await calendars.addEvent(
            user: "ada", calendar: "sync", name: "b.ics", body: event("b", month: "11"))
        let second = try await calendars.sync(
            user: "ada", calendar: "sync", search: .init(token: try #require(first.syncToken)))
        #expect(second.resources.map(\.href) == ["/ada/sync/b.ics"])
        await #expect {
            try await calendars.sync(user: "ada", calendar: "sync", search: .init(token: "none"))
        } throws: { error in
            guard case .forbidden(let refusal)? = CalendarAPI.Failure(error) else { return false }
            return refusal.validSyncToken != nil
        }
    }

    @Test("A wrong password and a missing event are errors with a type")
    func refusals() async throws {
        await #expect {
            try await calendars(password: "canary").listCalendars(user: "ada")
        } throws: { error in
            guard case .unauthorized? = CalendarAPI.Failure(error) else { return false }
            return !"\(error)".contains("canary")
        }
        await #expect {
            try await calendars().getEvent(user: "ada", calendar: "none", name: "none.ics")
        } throws: { error in
            guard case .notFound(let text)? = CalendarAPI.Failure(error) else { return false }
            return text.value == "The requested resource could not be found."
        }
    }
}

extension Daemon {
    /// A server of calendars of the user `ada` with the password `secret`.
    @Sendable static func radicale() throws -> Daemon {
        try started("radicale") { folder, ports in
            try "ada:secret\n".write(to: folder + "/users")
            try """
            [server]
            hosts = 127.0.0.1:\(ports[0])
            [auth]
            type = htpasswd
            htpasswd_filename = \(folder)/users
            htpasswd_encryption = plain
            delay = 0
            [storage]
            filesystem_folder = \(folder)/collections
            """.write(to: folder + "/config")
            return ["--config", folder + "/config"]
        }
    }
}
