import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A way to a database that a test can interrupt. */
export interface DatabaseProxy {
  readonly url: string
  /** Ends all connections and refuses others. */
  refuse(): Promise<void>
  /** Passes nothing on any more, and accepts connections. */
  fallSilent(): void
  /** Returns how often something has been sent since it fell silent. */
  unanswered(): number
  /** Ends the connections that it has, and accepts others again. */
  restore(): Promise<void>
  close(): Promise<void>
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  // The Unix socket, which would lead past the proxy.
  target.searchParams.delete('host')
  const sockets = new Set<Socket>()
  let isSilent = false
  let unanswered = 0
  const swallow = (socket: Socket) => {
    socket.unpipe()
    socket.on('data', () => {
      unanswered++
    })
    socket.resume()
  }
  const accept = (client: Socket) => {
    const server = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (isSilent) swallow(from)
      else from.pipe(to)
    }
  }
  let listener: Server
  const listen = async (port: number) => {
    listener = createServer(accept)
    await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve))
    return (listener.address() as AddressInfo).port
  }
  const refuse = async () => {
    const closed = new Promise((resolve) => listener.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const port = await listen(0)
  const url = Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(port) }).href
  return {
    url,
    refuse,
    fallSilent: () => {
      isSilent = true
      unanswered = 0
      for (const socket of sockets) swallow(socket)
    },
    unanswered: () => unanswered,
    restore: async () => {
      isSilent = false
      // The connections have lost what they were to pass on.
      for (const socket of sockets) socket.destroy()
      if (!listener.listening) await listen(port)
    },
    close: refuse,
  }
}
