import type { TestApp } from '../../support/app.ts'
import { sendChanges } from '../../support/factories/content.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'

/** A published site with a space of what foreign clients read. */
export interface Workspace {
  readonly site: TestSite
  readonly spaceId: string
  /** The address of the published site. */
  readonly address: string
  /** Sends a request as a client with its own HTTP library does. `path` is below /v1. */
  send(
    path: string,
    init?: { method?: string; headers?: Record<string, string>; body?: string },
  ): Promise<Response>
}

/** A page as clients find it in a list. */
export interface ListedPage {
  readonly id: string
  readonly title: string
  readonly type: string
  readonly path: string
  readonly updatedAt?: string
  readonly urls?: { readonly app: string }
  readonly pages: readonly ListedPage[]
}

/** The texts that a client must find, by the paths of the pages. */
export const texts: Readonly<Record<string, readonly string[]>> = {
  'guide/install': ['Run the installer.', 'npm ci', 'The first task', 'Linux', 'apt', 'A wise word.'],
  'guide/install/offline': ['Without a network'],
}

const install = `## Steps

Run the *installer*. See [offline](/pages/OFFLINE#files).

\`\`\`bash
npm ci
\`\`\`

- [ ] The first task
- [x] The second task

1. One
2. Two

> A wise word.

| System | Tool |
| ------ | ---- |
| Linux  | apt  |

![Logo](/files/LOGO)`

/** Builds a space with a group, documents below documents, blocks of many kinds and a file. */
export async function buildWorkspace(app: TestApp): Promise<Workspace> {
  const site = await buildSite(app)
  const { space } = await buildSiteSpace(site, 'Manual')
  const { client } = site
  const change = async (...changes: object[]) => {
    const { status, body } = await sendChanges(client, space.id, ...changes)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }
  const made = async (page: object): Promise<string> => {
    const { changes } = await change({ operation: 'insert_page', ...page })
    return changes[0].page.id
  }
  const { insertedFiles } = await change({
    operation: 'insert_files',
    files: [
      { name: 'logo.svg', contentType: 'image/svg+xml', base64: Buffer.from('<svg/>').toString('base64') },
    ],
  })
  const group = await made({ type: 'group', title: 'Guide' })
  const page = await made({ title: 'Install', into: group, document: { markdown: '' } })
  const offline = await made({
    title: 'Offline',
    into: page,
    document: { markdown: '## Files\n\nWithout a network' },
  })
  const markdown = install.replace('OFFLINE', offline).replace('LOGO', insertedFiles[0].id)
  await change({ operation: 'update_page', page, document: { markdown } })
  await client.post(`${site.path}/publish`)
  const address: string = (await client.get(site.path)).body.urls.published
  return {
    site,
    spaceId: space.id,
    address,
    send: (path, { headers, ...init } = {}) =>
      fetch(`${app.url}/v1/${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${site.admin.token}`, ...headers },
      }),
  }
}

/** Returns the documents of a tree of pages, as clients find them that walk `pages`. */
export const documentsOf = (pages: readonly ListedPage[]): ListedPage[] =>
  pages.flatMap((page) => [...(page.type === 'document' ? [page] : []), ...documentsOf(page.pages)])

// biome-ignore lint/suspicious/noExplicitAny: clients read nodes without types
type Node = any

/** Returns the texts of a tree of nodes, as clients collect them: leaves, and the cells of tables. */
export function textsOf(node: Node): string[] {
  const { leaves = [], nodes = [], fragments = [] } = node
  const found = [
    ...leaves.map(({ text }: Node) => text),
    ...[...nodes, ...fragments].flatMap((below: Node) => textsOf(below)),
  ]
  return node.text === undefined ? found : [node.text, ...found]
}
