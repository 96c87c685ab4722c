import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { readFolder } from '../../../src/formats/import/files/folder.ts'
import { readZip } from '../../../src/formats/import/files/zip.ts'
import { handbook, png, wordParts, zipOf } from '../../fixtures/imports/docx/word-file.ts'
import { withChapters } from '../../support/book.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildProposal, buildSpaceWith } from '../../support/factories/change-requests.ts'
import { useImportWorld } from './import-world.ts'

const world = useImportWorld()

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url))

async function filesOfFolder(name: string): Promise<Record<string, Buffer>> {
  const files: Record<string, Buffer> = {}
  for (const { path, read } of await readFolder(fixture(name))) files[path] = await read()
  return files
}

const zipOfFolder = async (name: string): Promise<Buffer> => zipOf(await filesOfFolder(name))

let served = 0

/** Imports the bytes and asserts that the import succeeds. */
async function importInto(content: string, source: string, name: string, bytes: Buffer) {
  const url = world.server.serve(`/${++served}/${name}`, bytes)
  const { status, body } = await world.client.post(`${content}/import`, { url, source })
  expect({ status, body }).toMatchObject({ status: 201 })
  return body
}

const newSpace = async () =>
  `${(await buildSpaceWith(world.client, world.organizationId, {})).address}/content`

async function exported(content: string): Promise<Buffer> {
  const { url } = (await world.client.get(`${content}/export`)).body
  return Buffer.from(await (await fetch(url)).arrayBuffer())
}

interface SentPage {
  readonly id: string
  readonly path: string
  readonly type: string
  readonly pages?: readonly SentPage[]
  readonly [member: string]: unknown
}

interface SentFile {
  readonly id: string
  readonly name: string
  readonly downloadURL: string
}

const flat = (pages: readonly SentPage[] = []): SentPage[] =>
  pages.flatMap((page) => [page, ...flat(page.pages)])

/** The fields of pages that do not change with each revision, unlike ids, times and URLs. */
const members = [
  ...['type', 'title', 'slug', 'path', 'description', 'emoji', 'icon'],
  ...['hidden', 'noIndex', 'noRobotsIndex', 'layout', 'cover', 'target'],
] as const

/**
 * Converts content to a form that is equal for two imports of it: ids are page paths, files are names and
 * bytes.
 */
async function treeOf(content: string) {
  const { pages, files } = (await world.client.get(content)).body as { pages: SentPage[]; files: SentFile[] }
  const all = flat(pages)
  const names = new Map(all.map(({ id, path }, index) => [id, `page ${index} ${path}`]))
  for (const { id, name, downloadURL } of files) {
    const bytes = Buffer.from(await (await fetch(downloadURL)).arrayBuffer())
    names.set(id, `file ${name} ${createHash('sha256').update(bytes).digest('hex')}`)
  }
  const named = (text: string) => text.replace(/\b(?:pag|fil)\w{10,}/g, (id) => names.get(id) ?? id)
  const sent = []
  for (const { id, depth, ...page } of withDepth(pages)) {
    const isDocument = page.type === 'document'
    const body = isDocument
      ? (await world.client.get(`${content}/page/${id}?format=markdown&format.markdown.refs=stable`)).body
      : {}
    const own = Object.fromEntries(members.map((member) => [member, page[member]]))
    sent.push({ ...JSON.parse(named(JSON.stringify(own))), depth, markdown: named(body.markdown ?? '') })
  }
  return { pages: sent, files: files.map(({ id }) => names.get(id)).sort() }
}

const withDepth = (pages: readonly SentPage[] = [], depth = 0): (SentPage & { depth: number })[] =>
  pages.flatMap((page) => [{ ...page, depth }, ...withDepth(page.pages, depth + 1)])

/** Returns the hashes of the files of an archive, by path. */
async function contentsOf(archive: Buffer): Promise<Record<string, string>> {
  const contents: Record<string, string> = {}
  for (const { path, read } of await readZip(archive))
    contents[path] = createHash('sha256')
      .update(await read())
      .digest('hex')
  return contents
}

/**
 * Exports the content, imports it elsewhere, and asserts that nothing changed, including the second archive.
 */
async function expectRoundTrip(content: string) {
  const tree = await treeOf(content)
  const archive = await exported(content)
  const again = await newSpace()
  const { skipped } = await importInto(again, 'zip', 'exported.zip', archive)
  // Broken links in the source are still broken.
  const lost = skipped.filter(({ reason }: { reason: string }) => reason !== 'link target not found')
  expect(lost).toEqual([])
  expect(await treeOf(again)).toEqual(tree)
  expect(await contentsOf(await exported(again))).toEqual(await contentsOf(archive))
  return tree
}

const chapters = [
  'Learn Go with Tests',
  'Go fundamentals',
  'Testing fundamentals',
  'Build an application',
  'Questions and answers',
  'Meta',
]

/**
 * Returns the corpus with a table of contents that lists only the chapters. Its one link that leads out of its folder is
 * mended: an import keeps it as it is written, but it comes alive in the space, so that the export has the page instead.
 */
async function zipOfCorpus(): Promise<Buffer> {
  const files = await filesOfFolder('learn-go-with-tests')
  const summary = withChapters(String(files['SUMMARY.md']), chapters)
  const slices = String(files['arrays-and-slices.md']).replace('../iteration.md#\n', 'iteration.md\n')
  expect(slices).toContain('[for]: iteration.md\n')
  return zipOf({ ...files, 'SUMMARY.md': Buffer.from(summary), 'arrays-and-slices.md': Buffer.from(slices) })
}

describe('the tree is the same after import, export and import', () => {
  test.runIf(isLongRun)('of the corpus', async () => {
    const content = await newSpace()
    await importInto(content, 'zip', 'learn-go-with-tests.zip', await zipOfCorpus())
    const { pages, files } = await expectRoundTrip(content)
    expect(pages.filter(({ type }) => type === 'document')).toHaveLength(40)
    expect(pages.filter(({ depth }) => depth === 0).map(({ title }) => title)).toEqual(chapters)
    expect(files).not.toEqual([])
  })

  const archives: [what: string, source: string, folder: string, pages: number, files: number][] = [
    ['an export of Notion as Markdown', 'notion', 'imports/notion/markdown', 6, 1],
    ['an export of Notion as HTML', 'notion', 'imports/notion/html', 3, 1],
    ['an export of Confluence', 'confluence', 'imports/confluence', 4, 3],
    ['a Google document', 'google-docs', 'imports/google-docs/page', 1, 1],
    ['a book of HTML pages', 'html', 'imports/html/book', 4, 2],
    ['a GitHub wiki', 'github-wiki', 'imports/github-wiki', 9, 3],
  ]
  test.each(oneRowIn(6, archives))('of %s', async (_what, source, folder, pageCount, fileCount) => {
    const content = await newSpace()
    await importInto(content, source, 'export.zip', await zipOfFolder(folder))
    const { pages, files } = await expectRoundTrip(content)
    expect({ pages: pages.length, files: files.length }).toEqual({ pages: pageCount, files: fileCount })
  })

  test.runIf(isLongRun).each(['petstore-3.0.yaml', 'petstore-2.0.json'])(
    'of the OpenAPI document %s',
    async (name) => {
      const content = await newSpace()
      await importInto(content, 'open-api', name, await readFile(fixture(`imports/open-api/${name}`)))
      const { pages } = await expectRoundTrip(content)
      expect(pages.length).toBeGreaterThanOrEqual(3)
    },
  )

  test.runIf(isLongRun)('of a Word document', async () => {
    const content = await newSpace()
    const bytes = await zipOf({ ...wordParts(handbook), 'word/media/image1.jpeg': png })
    await importInto(content, 'docx', 'handbook.docx', bytes)
    const { pages } = await expectRoundTrip(content)
    expect(pages).toMatchObject([{ title: 'Field Handbook', description: 'For people in the field' }])
  })
})

describe('an import into a change request', () => {
  test('leaves the live content unchanged until it is merged, and then gives the same tree', async () => {
    const { id, address } = await buildSpaceWith(world.client, world.organizationId, { Welcome: 'Hello.' })
    const content = `${address}/content`
    const before = await treeOf(content)
    const { revision } = (await world.client.get(address)).body
    const proposal = await buildProposal(world.client, id)
    const imported = await importInto(
      `${proposal.address}/content`,
      'notion',
      'export.zip',
      await zipOfFolder('imports/notion/markdown'),
    )
    expect(imported.revision).toBe((await proposal.read()).revision)
    expect(await treeOf(content)).toEqual(before)
    expect((await world.client.get(address)).body.revision).toBe(revision)
    const proposed = await treeOf(`${proposal.address}/content`)
    expect(proposed.pages.map(({ title }) => title)).toEqual([
      'Welcome',
      'About us',
      'Handbook',
      'Tasks',
      'Ship it, soon',
      'Write the docs',
      'Getting started',
    ])
    expect((await proposal.merge()).status).toBe(200)
    expect(await treeOf(content)).toEqual(proposed)
    await expectRoundTrip(content)
  })

  test('is rejected if it is already merged', async () => {
    const { id } = await buildSpaceWith(world.client, world.organizationId, { Welcome: 'Hello.' })
    const proposal = await buildProposal(world.client, id)
    await proposal.merge()
    const url = world.server.serve('/page.md', '# Page')
    const { status } = await world.client.post(`${proposal.address}/content/import`, {
      url,
      source: 'markdown',
    })
    expect(status).toBe(409)
  })
})
