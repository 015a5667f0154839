import Posthorn

/// Prints the weather at two stations.
@main
struct WeatherCommand {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: Weather BASE-URL")
            throw Usage()
        }
        let session = try CurlSession()
        let weather = WeatherAPI(
            try ClientConfiguration(baseURL: CommandLine.arguments[1], transport: session),
            common: .init())

        for station in ["Oslo", "Atlantis"] {
            do {
                let now = try await weather.currentWeather(station: station)
                print("\(now.station): \(now.temperature) °C, \(now.sky.rawValue)")
            } catch .notFound(let problem) {
                print(problem.message)
            } catch {
                print("no response for \(station): \(error)")
            }
        }
        await session.shutdown(.drain)
    }
}

/// The error for a call without a base URL.
struct Usage: Error {}
