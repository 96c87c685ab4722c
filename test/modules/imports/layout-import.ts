import { expect } from 'vitest'
import { zipOf } from '../../fixtures/imports/docx/word-file.ts'
import { buildSpaceWith } from '../../support/factories/change-requests.ts'
import type { ImportWorld } from './import-world.ts'

type World = Pick<ImportWorld, 'client' | 'organizationId' | 'server'>

/** Title and slug of a page, with those below it. */
export type PageTree = readonly [title: string, slug: string | undefined, ...below: PageTree[]]

interface Page {
  readonly id: string
  readonly title: string
  readonly slug?: string
  readonly path?: string
  readonly pages?: readonly Page[]
}

export interface LayoutImport {
  readonly content: string
  readonly tree: readonly PageTree[]
  readonly notes: readonly { kind: string; path: string; text: string }[]
  readonly skipped: readonly { path: string; reason: string }[]
  /** Returns the body of the page at a path, with the paths of linked pages in place of their ids. */
  body(path: string): Promise<string>
}

export interface ImportSettings {
  readonly root?: string
  readonly source?: string
  readonly includesUnlisted?: boolean
}

/** Imports files as a zip archive into a new space. */
async function importFiles(
  { client, organizationId, server }: World,
  files: Record<string, string>,
  settings: ImportSettings,
) {
  const content = `${(await buildSpaceWith(client, organizationId, {})).address}/content`
  const bytes = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))
  const url = server.serve(`/${organizationId}/${Math.random()}.zip`, await zipOf(bytes))
  const { status, body } = await client.post(`${content}/import`, { url, source: 'zip', ...settings })
  return { content, status, body }
}

/** Imports files into a new space, which must be refused, and returns the message. */
export async function refusalOf(
  world: World,
  files: Record<string, string>,
  settings: ImportSettings = {},
): Promise<string> {
  const { status, body } = await importFiles(world, files, settings)
  expect({ status, body }).toMatchObject({ status: 400 })
  return body.error.message
}

/** Imports files into a new space. */
export async function importLayout(
  world: World,
  files: Record<string, string>,
  settings: ImportSettings = {},
): Promise<LayoutImport> {
  const { content, status, body } = await importFiles(world, files, settings)
  expect({ status, body }).toMatchObject({ status: 201 })
  const { client } = world
  const { pages, files: stored } = (await client.get(content)).body as {
    pages: Page[]
    files: { id: string; name: string }[]
  }
  const all = allPages(pages)
  const names = new Map<string, string>([
    ...all.map(({ id, path }) => [`/pages/${id}`, `page:${path}`] as const),
    ...stored.map(({ id, name }) => [`/files/${id}`, `file:${name}`] as const),
  ])
  return {
    content,
    tree: pages.map(treeOf),
    notes: body.notes,
    skipped: body.skipped,
    body: async (path) => {
      const page = all.find((each) => each.path === path)
      expect(page, `${path} among ${all.map((each) => each.path).join(', ')}`).toBeDefined()
      const query = '?format=markdown&format.markdown.refs=stable'
      const { markdown } = (await client.get(`${content}/page/${page?.id}${query}`)).body
      return (markdown as string).trim().replace(/\/(?:pages|files)\/\w+/g, (ref) => names.get(ref) ?? ref)
    },
  }
}

const treeOf = ({ title, slug, pages = [] }: Page): PageTree => [title, slug, ...pages.map(treeOf)]

const allPages = (pages: readonly Page[]): Page[] =>
  pages.flatMap((page) => [page, ...allPages(page.pages ?? [])])
