import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request that a receiver got. */
export interface Received {
  readonly path: string
  readonly body: string
  readonly headers: Record<string, string>
}

/** Answers a request, of which it is told before. By default every request is answered with 200. */
export type Answer = (received: Received, response: ServerResponse) => unknown

/** A receiver of webhooks, which keeps what it got. */
export interface Receiver {
  readonly url: string
  readonly received: Received[]
  answer: Answer
  /** Resolves once it has got so many requests. */
  got(count: number): Promise<readonly Received[]>
  close(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const waiting = new Set<() => void>()
  const received: Received[] = []
  const answerOf = async (request: IncomingMessage, response: ServerResponse) => {
    const got = {
      path: request.url ?? '',
      body: await text(request),
      headers: request.headers as Record<string, string>,
    }
    received.push(got)
    await receiver.answer(got, response)
    for (const check of waiting) check()
  }
  const server: Server = createServer((request, response) => void answerOf(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (_got, response) => response.end('ok'),
    got: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (received.length < count) return
          waiting.delete(check)
          resolve(received)
        }
        waiting.add(check)
        check()
      }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

/** Answers with a status, and headers and a body if they are given. */
export const answering =
  (status: number, headers: Record<string, string> = {}, body = ''): Answer =>
  (_got, response) =>
    response.writeHead(status, headers).end(body)
