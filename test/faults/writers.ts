import type { LecternProcess } from '../start/process.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent, of whatever shape
type Body = any

/** A client of a process that speaks REST with its first token. */
export interface Client {
  readonly address: string
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; headers: Headers; body: Body }>
}

export function clientAt(address: string, token: string): Client {
  return {
    address,
    send: async (method, path, body, headers) => {
      const response = await fetch(`${address}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await response.text()
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? null : JSON.parse(text),
      }
    },
  }
}

/** Waits until a process is ready. Its token is the one that it printed by then, unless another is given. */
export async function clientOf(lectern: LecternProcess, token?: string): Promise<Client> {
  const address = await lectern.ready()
  return clientAt(address, token ?? lectern.token())
}

/** Creates a space in the first organization of a client, and returns its id. */
export async function createSpace(client: Client): Promise<string> {
  const organizations = await client.send('GET', '/v1/orgs')
  const { body } = await client.send('POST', `/v1/orgs/${organizations.body.items[0].id}/spaces`, {
    title: 'Written',
  })
  return body.id
}

/** The answers to the writers. */
export interface Writes {
  /** The titles of the pages whose writes were acknowledged. */
  readonly acknowledged: string[]
  /** The answers that were neither a success nor an outage that may be tried again. */
  readonly wrong: string[]
  readonly outages: number
  /** Lets the writers end after their present requests. */
  stop(): Promise<void>
}

/** Writes pages from several connections until it is stopped. A connection that breaks is an outage of its own. */
export function writePages(clientOfWrite: () => Client, space: string, name: string, writers = 3): Writes {
  const acknowledged: string[] = []
  const wrong: string[] = []
  let outages = 0
  let isStopped = false
  const write = async (writer: number) => {
    for (let index = 0; !isStopped; index++) {
      const title = `${name}-${writer}-${index}`
      const change = { operation: 'insert_page', title, document: { markdown: title } }
      try {
        const { status, headers, body } = await clientOfWrite().send('POST', `/v1/spaces/${space}/content`, {
          changes: [change],
        })
        if (status < 300) acknowledged.push(title)
        else if (status === 503 && headers.has('retry-after')) outages++
        else wrong.push(`${status} ${JSON.stringify(body)}`)
      } catch {
        outages++
      }
    }
  }
  const done = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  return {
    acknowledged,
    wrong,
    get outages() {
      return outages
    },
    stop: async () => {
      isStopped = true
      await done
    },
  }
}

/** Returns the titles of the pages of a space. */
export async function titlesOf(client: Client, space: string): Promise<Set<string>> {
  const { body } = await client.send('GET', `/v1/spaces/${space}/content/pages`)
  return new Set(body.pages.map(({ title }: { title: string }) => title))
}

/** Returns the acknowledged writes that the space does not have. */
export async function lostWrites(
  client: Client,
  space: string,
  acknowledged: readonly string[],
): Promise<readonly string[]> {
  const titles = await titlesOf(client, space)
  return acknowledged.filter((title) => !titles.has(title))
}

/** Returns how long `/readyz` took, and what it answered. */
export async function readiness(address: string): Promise<{ status: number; milliseconds: number }> {
  const started = performance.now()
  const { status } = await fetch(`${address}/readyz`)
  return { status, milliseconds: performance.now() - started }
}
