import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on the loopback interface that imports fetch their sources from. */
export interface SourceServer {
  readonly port: number
  /** Serves the bytes at a path and returns their URL. */
  serve(path: string, body: Buffer | string): string
  /** Serves a path with a listener and returns the URL. */
  answer(path: string, listener: RequestListener): string
  /** The requested paths, in order. */
  readonly requested: readonly string[]
  close(): void
}

export async function startSourceServer(): Promise<SourceServer> {
  const listeners = new Map<string, RequestListener>()
  const requested: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requested.push(path)
    const listener = listeners.get(path)
    if (listener) listener(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answer = (path: string, listener: RequestListener) => {
    listeners.set(path, listener)
    return `http://127.0.0.1:${port}${path}`
  }
  return {
    port,
    requested,
    answer,
    serve: (path, body) => answer(path, (_request, response) => void response.end(body)),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
