import type { RestAnswer, TestClient } from '../app.ts'
import { insertPage } from './content.ts'

/** Builds a space with the named pages at its root, made through the API. */
export async function buildSpaceWith(
  client: TestClient,
  organizationId: string,
  pages: Readonly<Record<string, string>>,
) {
  const { id } = (await client.post(`/orgs/${organizationId}/spaces`, { title: 'Space', empty: true })).body
  const changes = Object.entries(pages).map(([title, markdown]) => insertPage(title, markdown))
  if (changes.length > 0) expectDone(await client.post(`/spaces/${id}/content`, { changes }))
  return { id: id as string, address: `/spaces/${id}` }
}

/** A change request as its client sees it. */
export interface Proposal {
  readonly id: string
  readonly number: number
  /** Its address in the REST API. */
  readonly address: string
  change(...changes: object[]): Promise<RestAnswer>
  read(): Promise<RestAnswer['body']>
  merge(): Promise<RestAnswer>
  update(): Promise<RestAnswer>
}

export async function buildProposal(client: TestClient, spaceId: string, subject = 'Proposal') {
  const { body } = await client.post(`/spaces/${spaceId}/change-requests`, { subject })
  const address = `/spaces/${spaceId}/change-requests/${body.id}`
  const proposal: Proposal = {
    id: body.id,
    number: body.number,
    address,
    change: async (...changes) => expectDone(await client.post(`${address}/content`, { changes })),
    read: async () => (await client.get(address)).body,
    merge: () => client.post(`${address}/merge`),
    update: () => client.post(`${address}/update`),
  }
  return proposal
}

/** Returns the Markdown of a page by its path as it is stored, or undefined if there is none. `content` is the address of the content. */
export async function markdownAt(client: TestClient, content: string, path: string) {
  const { status, body } = await client.get(
    `${content}/path/${path}?format=markdown&format.markdown.refs=stable`,
  )
  return status === 200 ? (body.markdown as string) : undefined
}

/** Returns the paths of all pages, in reading order. */
export async function pathsOf(client: TestClient, content: string): Promise<string[]> {
  const { pages } = (await client.get(`${content}/pages`)).body
  const collect = (tree: { path: string; pages?: never[] }[]): string[] =>
    tree.flatMap((page) => [page.path, ...collect(page.pages ?? [])])
  return collect(pages)
}

/** Returns the id of the page at a path. */
export async function pageAt(client: TestClient, content: string, path: string): Promise<string> {
  return expectDone(await client.get(`${content}/path/${path}`)).body.id
}

function expectDone(answer: RestAnswer): RestAnswer {
  if (answer.status > 205) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer
}
