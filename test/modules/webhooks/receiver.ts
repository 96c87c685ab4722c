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

/** The requests that a receiver accepted. It refuses some of them, with one status or another, at random but always the same ones. */
export function refusingAtRandom(receiver: Receiver, share: number): readonly Received[] {
  const accepted: Received[] = []
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  receiver.answer = (got, response) => {
    if (random() < share) return random() < 0.5 ? response.destroy() : response.writeHead(500).end()
    accepted.push(got)
    return response.writeHead(204).end()
  }
  return accepted
}

/**
 * Returns what is wrong with what a receiver accepted: events that it has not got, requests of one event with another body or
 * of another with its id, and objects whose events came in another order than that of the list. A request that is repeated,
 * because the process died before it could record that it was accepted, comes before any other of its object.
 */
export function faultsOf(
  events: readonly { readonly id: string; readonly targetId: string }[],
  accepted: readonly Received[],
): string[] {
  const faults: string[] = []
  const ids = accepted.map(({ headers }) => headers['webhook-id'] ?? '')
  const got = new Set(ids)
  for (const { id } of events) if (!got.has(id)) faults.push(`${id} is missing`)
  const places = new Map(events.map(({ id, targetId }, index) => [id, { targetId, index }]))
  const last = new Map<string, number>()
  for (const [index, id] of ids.entries()) {
    const place = places.get(id)
    if (JSON.parse(accepted[index]?.body ?? '').data.id !== id) faults.push(`${id} has the body of another`)
    if (!place) continue
    if (place.index < (last.get(place.targetId) ?? -1)) faults.push(`${id} is out of order`)
    last.set(place.targetId, place.index)
  }
  return faults
}
