import Foundation
import Posthorn
import PosthornLoading
import Shop

/// A download behind a progress bar, and calls that share a request.
extension Stage {
    func invoice(of order: Order) async {
        let swift = """
            let download = shop.task(for: ShopAPI.DownloadInvoice(id: order.id), to: .file(invoice))
            download.resume()
            for await progress in download.progressUpdates { bar.show(progress) }
            """
        await play("A download behind a progress bar", swift) {
            let file = FileManager.default.temporaryDirectory
                .appending(path: "shop-demo-\(UUID().uuidString).pdf")
            defer { try? FileManager.default.removeItem(at: file) }
            let download = shop.task(
                for: ShopAPI.DownloadInvoice(id: order.id.uuidString), to: .file(file))
            let indicator = ActivityIndicator(activationDelay: .milliseconds(100))
            let following = Task { [session] in await indicator.follow(session) }
            defer { following.cancel() }
            var bar = ProgressBar(printer.palette)
            download.resume()
            for await progress in download.progressUpdates {
                bar.show(progress, isActive: indicator.isVisible)
            }
            bar.end()
            let invoice = try await download.value
            let bytes = try Data(contentsOf: invoice.url)
            try expect(bytes.starts(with: Data("%PDF".utf8)), "a PDF")
            return "\(ProgressBar.size(bytes.count)) in a file"
        }
    }

    func sharedProducts(_ product: Product) async {
        let swift = """
            let products = Loader { sku in shop.task(for: ShopAPI.GetProduct(sku: sku)) }
            // ten callers at the same time
            try await products.value(for: "\(product.sku)")
            """
        await play("Ten callers who share one request", swift) {
            let products = Loader { [shop] (sku: String) in
                shop.task(for: ShopAPI.GetProduct(sku: sku))
            }
            let receipts = (0..<10).map { _ in products.load(product.sku) }
            var found: Set<String> = []
            for receipt in receipts { found.insert(try await receipt.value.name) }
            try expect(found.count == 1, "the same product for all callers")
            try expect(tap.requestCount == 1, "one request, not \(tap.requestCount)")
            return "\(found.first ?? ""), ten times"
        }
    }
}
