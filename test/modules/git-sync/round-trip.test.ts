import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { styles } from '../../formats/git/styles.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import type { GitServer, ServedFiles } from '../../support/git-server.ts'
import { sendWith } from '../../support/with-headers.ts'
import { saidBySpace } from './both-sides.ts'
import {
  buildSyncedSpace,
  connect,
  connectionOf,
  pagesOf,
  type ReadPage,
  type SyncedSpace,
  startServer,
  sync,
} from './synced-space.ts'

let app: TestApp
let server: GitServer

beforeAll(async () => {
  app = await startTestApp()
  server = await startServer()
})
afterAll(async () => {
  await server.close()
  await app.close()
})

const folderOf = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Working trees of public repositories, which a run may be given, separated by colons. */
const given = (process.env.GIT_REPOSITORIES ?? '').split(':').filter((path) => path !== '')

/** Returns the files of a folder by their paths. */
function filesIn(root: string): ServedFiles {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('.git/') && statSync(join(root, path)).isFile(),
  )
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path))]))
}

const repositories: readonly (readonly [string, () => ServedFiles])[] = [
  ...Object.entries(styles).map(([name, files]) => [name, () => files] as const),
  ...['src/docs/guide', 'test/fixtures/learn-go-with-tests'].map(
    (path) => [path, () => filesIn(folderOf(path))] as const,
  ),
  ...given.map((path) => [basename(path), () => filesIn(path)] as const),
]

async function syncedWith(files: ServedFiles): Promise<SyncedSpace & { head: string }> {
  const space = await buildSyncedSpace(app, server)
  const head = space.repository.commit(files)
  await connect(space, { direction: 'from-git' })
  await completed(space)
  return { ...space, head }
}

async function completed(space: SyncedSpace): Promise<void> {
  const job = await sync(space)
  expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed' })
}

const plainLine = /^[A-Z][\w ,']*[.a-z]\s*$/

/** Returns the plain paragraphs of one line in a text, by their index among its lines. */
function paragraphsOf(markdown: string): number[] {
  const lines = markdown.split('\n')
  let isCode = false
  return lines.flatMap((line, index) => {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode
    const isAlone = (lines[index - 1] ?? '').trim() === '' && (lines[index + 1] ?? '').trim() === ''
    return !isCode && isAlone && plainLine.test(line) ? [index] : []
  })
}

/** Writes the whole text of a page as the editor does, based on what was read. */
async function save(
  { admin, spaceId, client }: SyncedSpace,
  page: ReadPage,
  markdown: string,
): Promise<void> {
  const { revision } = (await client.get(`/spaces/${spaceId}`)).body
  const changes = [{ operation: 'update_page', page: page.id, document: { markdown } }]
  const headers = { 'X-Base-Revision': revision }
  const answer = await sendWith(app, admin, 'POST', `/v1/spaces/${spaceId}/content`, {
    headers,
    body: { changes },
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

/** Returns the lines that a commit removes and adds, with the ends of the lines. */
function diffOf(
  { repository }: SyncedSpace,
  from: string,
): { removed: string[]; added: string[]; files: string[] } {
  const lines = repository.git(['diff', '-U0', '--no-color', from, 'main']).split('\n')
  const changed = (sign: string) =>
    lines
      .filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3)))
      .map((line) => line.slice(1))
  const files = repository.git(['diff', '--name-only', from, 'main']).split('\n')
  return { removed: changed('-'), added: changed('+'), files }
}

describe.runIf(isLongRun).each(repositories)('a repository: %s', (_, filesOf) => {
  test('is imported and pushed without a commit, and with an edited paragraph as a commit of that paragraph', {
    timeout: 600_000,
  }, async () => {
    const space = await syncedWith(filesOf())
    await completed(space)
    expect(space.repository.head()).toBe(space.head)
    const { problems } = await connectionOf(space)
    if (process.env.GIT_REPOSITORIES) console.log(JSON.stringify(problems).slice(0, 2000))
    const edited = (await pagesOf(space)).flatMap((page) => {
      const paragraphs = paragraphsOf(page.markdown)
      return paragraphs.length > 0 ? [{ page, at: paragraphs[paragraphs.length >> 1] as number }] : []
    })
    expect(edited.length).toBeGreaterThan(1)
    const step = Math.ceil(edited.length / 12)
    for (const { page, at } of edited.filter((_, index) => index % step === 0)) {
      const before = space.repository.head() as string
      const lines = page.markdown.split('\n')
      const line = lines[at] as string
      const changed = line.trimEnd().replace(/\.?$/, ' indeed.')
      await save(space, page, lines.with(at, changed).join('\n'))
      await completed(space)
      const { files, removed, added } = diffOf(space, before)
      expect(files, page.path).toHaveLength(1)
      expect(
        [removed, added].map((texts) => texts.map((text) => text.trimEnd())),
        page.path,
      ).toEqual([[line.trimEnd()], [changed]])
      // Git shows a last line without its end by a line of its own.
      expect(added.map((text) => text.endsWith('\r'))).toEqual(removed.map((text) => text.endsWith('\r')))
      await save(space, page, page.markdown)
      await completed(space)
      expect(space.repository.git(['diff', '--name-only', before, 'main']), page.path).toBe('')
    }
  })
})

test.runIf(isLongRun).each(repositories)(
  'what was imported is pushed to another repository, and is the same in another space that pulls it: %s',
  { timeout: 600_000 },
  async (_, filesOf) => {
    const space = await syncedWith(filesOf())
    const said = await saidBySpace(space)
    const pushed = server.createRepository(`pushed-${space.spaceId}`)
    await connect({ ...space, repository: pushed }, { direction: 'from-space' })
    await completed(space)
    expect(await saidBySpace(space)).toEqual(said)
    const other = { ...(await buildSyncedSpace(app, server)), repository: pushed }
    await connect(other, { direction: 'from-git' })
    await completed(other)
    expect(await saidBySpace(other)).toEqual(said)
    const again = server.createRepository(`again-${space.spaceId}`)
    await connect({ ...other, repository: again }, { direction: 'from-space' })
    await completed(other)
    expect(again.git(['rev-parse', 'main^{tree}'])).toBe(pushed.git(['rev-parse', 'main^{tree}']))
  },
)
