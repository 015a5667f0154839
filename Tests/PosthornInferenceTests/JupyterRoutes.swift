import JupyterDraft
import PosthornCore

/// The endpoints of the draft, those without variables first.
enum JupyterRoutes {
    static let all: [Route<JupyterAPI>] = [
        Route("GET", "/api", JupyterAPI.GetAPI.self),
        Route("GET", "/api/config/notebook", JupyterAPI.GetNotebook.self),
        Route("PATCH", "/api/config/notebook", JupyterAPI.UpdateNotebook.self),
        Route("PUT", "/api/config/notebook", JupyterAPI.ReplaceNotebook.self),
        Route("GET", "/api/contents", JupyterAPI.ListContents.self),
        Route("POST", "/api/contents", JupyterAPI.CreateContent.self),
        Route("GET", "/api/kernels", JupyterAPI.ListKernels.self),
        Route("POST", "/api/kernels", JupyterAPI.CreateKernel.self),
        Route("GET", "/api/kernelspecs", JupyterAPI.ListKernelspecs.self),
        Route("GET", "/api/me", JupyterAPI.GetMe.self),
        Route("GET", "/api/sessions", JupyterAPI.ListSessions.self),
        Route("POST", "/api/sessions", JupyterAPI.CreateSession.self),
        Route("GET", "/api/status", JupyterAPI.GetStatus.self),
        Route("GET", "/api/terminals", JupyterAPI.ListTerminals.self),
        Route("POST", "/api/terminals", JupyterAPI.CreateTerminal.self),
        Route("GET", "/files/data/a.bin", JupyterAPI.GetA.self, by: .raw),
        Route("GET", "/files/note0.txt", JupyterAPI.GetNote0.self, by: .text),
        Route("DELETE", "/api/contents/{id}", JupyterAPI.DeleteContent.self),
        Route("GET", "/api/contents/{id}", JupyterAPI.GetContent.self),
        Route("PATCH", "/api/contents/{id}", JupyterAPI.UpdateContent.self),
        Route("POST", "/api/contents/{id}", JupyterAPI.UpdateContent2.self),
        Route("PUT", "/api/contents/{id}", JupyterAPI.ReplaceContent.self),
        Route("PUT", "/api/contents/{id}/a.bin", JupyterAPI.ReplaceContentA.self),
        Route("GET", "/api/contents/{id}/checkpoints", JupyterAPI.ListContentCheckpoints.self),
        Route("POST", "/api/contents/{id}/checkpoints", JupyterAPI.CreateContentCheckpoint.self),
        Route("DELETE", "/api/kernels/{id}", JupyterAPI.DeleteKernel.self),
        Route("GET", "/api/kernels/{id}", JupyterAPI.GetKernel.self),
        Route("POST", "/api/kernels/{id}/interrupt", JupyterAPI.InterruptKernel.self),
        Route("POST", "/api/kernels/{id}/restart", JupyterAPI.RestartKernel.self),
        Route("GET", "/api/kernelspecs/{id}", JupyterAPI.GetKernelspec.self),
        Route("DELETE", "/api/sessions/{id}", JupyterAPI.DeleteSession.self),
        Route("GET", "/api/sessions/{id}", JupyterAPI.GetSession.self),
        Route("PATCH", "/api/sessions/{id}", JupyterAPI.UpdateSession.self),
        Route("DELETE", "/api/terminals/{id}", JupyterAPI.DeleteTerminal.self),
        Route("GET", "/api/terminals/{id}", JupyterAPI.GetTerminal.self),
        Route(
            "DELETE", "/api/contents/{contentID}/checkpoints/{checkpointID}",
            JupyterAPI.DeleteContentCheckpoint.self),
        Route(
            "POST", "/api/contents/{contentID}/checkpoints/{checkpointID}",
            JupyterAPI.UpdateContentCheckpoint.self),
    ]
}
