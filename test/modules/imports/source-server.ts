import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server elsewhere, on the loopback interface, that imports read their sources from. */
export interface SourceServer {
  readonly port: number
  /** Serves these bytes and gives their address. */
  serve(path: string, body: Buffer | string): string
  /** Lets a listener answer and gives the address. */
  answer(path: string, listener: RequestListener): string
  /** The paths that were asked for, in order. */
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
