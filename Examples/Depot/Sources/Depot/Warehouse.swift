public import PosthornServer

/// The server of the depot, with the items in memory.
public actor Warehouse: DepotServer {
    private var items: [Int: Item] = [:]
    private var lastID = 0

    /// Creates an empty warehouse.
    public init() {}

    /// Returns an item.
    public func getItem(
        _ call: DepotAPI.GetItem, _ context: ServerContext<Void>
    ) throws -> Item {
        guard let item = items[call.id] else {
            throw DepotAPI.GetItem.Failure.notFound(
                .init(Problem(message: "there is no such item")))
        }
        return item
    }

    /// Adds an item.
    public func addItem(
        _ call: DepotAPI.AddItem, _ context: ServerContext<Void>
    ) throws -> Item {
        guard !items.values.contains(where: { $0.name == call.name }) else {
            throw DepotAPI.AddItem.Failure.nameTaken(.init(Problem(message: "the name is taken")))
        }
        lastID += 1
        let item = Item(id: lastID, name: call.name, count: call.count)
        items[item.id] = item
        return item
    }

    /// Removes an item.
    public func removeItem(_ call: DepotAPI.RemoveItem, _ context: ServerContext<Void>) throws {
        guard items.removeValue(forKey: call.id) != nil else {
            throw DepotAPI.RemoveItem.Failure.notFound(
                .init(Problem(message: "there is no such item")))
        }
    }
}
