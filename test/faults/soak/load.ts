import { type Client, clientAt } from '../writers.ts'
import type { Installation } from './installation.ts'

/** The requests a second, and those under way at most. */
const rate = 25
const maximumUnderWay = 30

/** The kinds of requests, each with its share of all in percent. */
const mix = [
  ['page tree', 22],
  ['page', 20],
  ['published page', 20],
  ['search', 8],
  ['graphql', 8],
  ['rights', 5],
  ['write', 10],
  ['file', 2],
  ['rename', 4],
  ['job', 1],
] as const satisfies readonly (readonly [string, number])[]

type Kind = (typeof mix)[number][0]

const spaces = 4
const pagesOfSpace = 6

interface Page {
  readonly id: string
  readonly space: string
  /** The number in the text that was acknowledged last, and the one that was sent last. */
  acknowledged: number
  sent: number
  isBusy: boolean
}

/** A file that was acknowledged. */
interface StoredFile {
  readonly id: string
  readonly space: string
  readonly text: string
}

interface Collection {
  readonly id: string
  acknowledged: number
  sent: number
  isBusy: boolean
}

/** The content that the load reads and writes, and what it was answered. */
export class Load {
  readonly #installation: Installation
  readonly #token: string
  readonly #organization: string
  readonly #site: string
  readonly pages: Page[] = []
  readonly collections: Collection[] = []
  readonly files: StoredFile[] = []
  /** The addresses of jobs that were accepted. */
  readonly jobs: string[] = []
  /** Answers that are neither a success nor a refusal that says when to try again. */
  readonly wrong: string[] = []
  requests = 0
  outages = 0
  renames = 0
  #underWay = 0
  #index = 0
  #timer: NodeJS.Timeout | undefined

  private constructor(installation: Installation, token: string, organization: string, site: string) {
    this.#installation = installation
    this.#token = token
    this.#organization = organization
    this.#site = site
  }

  /** Makes the content: spaces with pages, a published site, collections, and a webhook of their changes. */
  static async prepare(installation: Installation, token: string, webhook: string): Promise<Load> {
    const client = clientAt(installation.web() as string, token)
    const create = async (path: string, body: unknown) => {
      const answer = await client.send('POST', path, body)
      if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
      return answer.body
    }
    const organization = (await client.send('GET', '/v1/orgs')).body.items[0].id
    const ofOrganization = `/v1/orgs/${organization}`
    const site = (await create(`${ofOrganization}/sites`, { title: 'Soak', visibility: 'public' })).id
    const load = new Load(installation, token, organization, site)
    for (let number = 0; number < spaces; number++) {
      const space = (await create(`${ofOrganization}/spaces`, { title: `Space ${number}`, empty: true })).id
      const changes = Array.from({ length: pagesOfSpace }, (_, index) => ({
        operation: 'insert_page',
        title: `Page ${index}`,
        document: { markdown: textOf(0) },
      }))
      const { changes: made } = await create(`/v1/spaces/${space}/content`, { changes })
      for (const { page } of made)
        load.pages.push({ id: page.id, space, acknowledged: 0, sent: 0, isBusy: false })
      await create(`${ofOrganization}/sites/${site}/site-spaces`, { spaceId: space })
    }
    await create(`${ofOrganization}/sites/${site}/publish`, {})
    for (let number = 0; number < 10; number++) {
      const { id } = await create(`${ofOrganization}/collections`, { title: 'Collection 0' })
      load.collections.push({ id, acknowledged: 0, sent: 0, isBusy: false })
    }
    await create(`${ofOrganization}/webhooks`, { url: webhook, events: ['collection.updated'] })
    return load
  }

  start(): void {
    this.#timer = setInterval(() => {
      if (this.#underWay < maximumUnderWay) void this.#sendOne()
    }, 1000 / rate)
  }

  /** Sends nothing more, and resolves once all was answered. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    while (this.#underWay > 0) await new Promise((resolve) => setImmediate(resolve))
  }

  get client(): Client {
    const address = this.#installation.web()
    if (address === null) throw new Error('no process is ready')
    return clientAt(address, this.#token)
  }

  async #sendOne(): Promise<void> {
    this.#underWay++
    this.requests++
    // Kinds come in the same order each time, mixed by a number that shares no divisor with 100.
    const kind = kindAt((this.#index * 37) % 100)
    const turn = this.#index++
    try {
      await this.#send(kind, turn)
    } catch {
      // The connection ended with a process.
      this.outages++
    } finally {
      this.#underWay--
    }
  }

  async #send(kind: Kind, turn: number): Promise<unknown> {
    const page = this.pages[turn % this.pages.length] as Page
    const { client } = this
    switch (kind) {
      case 'page tree':
        return this.#expect(await client.send('GET', `/v1/spaces/${page.space}/content/pages`))
      case 'page':
        return this.#expect(await client.send('GET', `/v1/spaces/${page.space}/content/page/${page.id}`))
      case 'published page': {
        const response = await fetch(`${client.address}/sites/${this.#organization}/${this.#site}`)
        await response.text()
        return this.#expect({ status: response.status, headers: response.headers, body: null })
      }
      case 'search':
        return this.#expect(await client.send('GET', `/v1/orgs/${this.#organization}/search?query=number`))
      case 'graphql': {
        const query =
          '{ organizations(first: 10) { nodes { title collections(first: 10) { nodes { title } } } } }'
        return this.#expect(await client.send('POST', '/graphql', { query }))
      }
      case 'rights':
        return this.#expect(await client.send('GET', `/v1/orgs/${this.#organization}/members`))
      case 'write':
        return this.#write(client, page)
      case 'file':
        return this.#store(client, page, turn)
      case 'rename':
        return this.#rename(client, this.collections[turn % this.collections.length] as Collection)
      case 'job':
        return this.#export(client, page)
    }
  }

  async #write(client: Client, page: Page): Promise<void> {
    if (page.isBusy) return
    page.isBusy = true
    try {
      const number = ++page.sent
      const document = { markdown: textOf(number) }
      const change = { operation: 'update_page', page: page.id, document }
      const answer = await client.send('POST', `/v1/spaces/${page.space}/content`, { changes: [change] })
      if (this.#expect(answer)) page.acknowledged = number
    } finally {
      page.isBusy = false
    }
  }

  async #rename(client: Client, collection: Collection): Promise<void> {
    if (collection.isBusy) return
    collection.isBusy = true
    try {
      const number = ++collection.sent
      const title = `Collection ${number}`
      const answer = await client.send('PATCH', `/v1/collections/${collection.id}`, { title })
      if (this.#expect(answer)) {
        collection.acknowledged = number
        this.renames++
      }
    } finally {
      collection.isBusy = false
    }
  }

  async #store(client: Client, { space }: Page, turn: number): Promise<void> {
    const text = `The file has the number ${turn}.`
    const base64 = Buffer.from(text).toString('base64')
    const files = [{ name: `${turn}.txt`, contentType: 'text/plain', base64 }]
    const change = { operation: 'insert_files', files }
    const answer = await client.send('POST', `/v1/spaces/${space}/content`, { changes: [change] })
    if (this.#expect(answer)) this.files.push({ id: answer.body.insertedFiles[0].id, space, text })
  }

  async #export(client: Client, { space }: Page): Promise<void> {
    const answer = await client.send('POST', `/v1/spaces/${space}/content/export`, {})
    if (this.#expect(answer)) this.jobs.push(`/v1/orgs/${this.#organization}/jobs/${answer.body.id}`)
  }

  /** Returns whether an answer is a success, and counts it otherwise. */
  #expect({ status, headers, body }: Awaited<ReturnType<Client['send']>>): boolean {
    if (status < 300 && !body?.errors) return true
    // 429 is the answer once as many exports of an organization wait as may: the load does not wait for those before.
    if ([429, 503].includes(status) && headers.has('retry-after')) this.outages++
    else this.wrong.push(`${status} ${JSON.stringify(body)}`)
    return false
  }
}

export const textOf = (number: number): string =>
  `The number is ${number}.\n\n${'A paragraph of some length. '.repeat(20)}`

function kindAt(percent: number): Kind {
  let until = 0
  for (const [kind, share] of mix) {
    until += share
    if (percent < until) return kind
  }
  return mix[0][0]
}
