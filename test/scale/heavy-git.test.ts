import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  buildSyncedSpace,
  connect,
  connectionOf,
  edit,
  pageTitled,
  type SyncedSpace,
  startServer,
  sync,
} from '../modules/git-sync/synced-space.ts'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildMember } from '../support/factories/organizations.ts'
import type { GitServer } from '../support/git-server.ts'
import { blocksOf, type MeasuredDatabase, type MeasuredStatement, measuredDatabase } from './blocks.ts'
import { startMeasuredServer } from './measured-server.ts'

const folders = 10
const pagesOfFolder = 450
const assetsOfFolder = 50
const assetBytes = 1_000_000
const minutes = 60_000

const pageOf = (folder: number, page: number) =>
  `# Page ${folder}.${page}\n\n${randomBytes(600)
    .toString('hex')
    .replaceAll(/(.{60})/g, '$1\n')}\n\nThe last line of ${folder}.${page}.\n`

describe.runIf(isLongRun)('a repository of 5,000 files with 500 MB', () => {
  let app: TestApp
  let git: GitServer
  let space: SyncedSpace

  beforeAll(async () => {
    app = await startOwnTestApp()
    git = await startServer()
    space = await buildSyncedSpace(app, git)
    // The server of the test has no time for packing tightly.
    space.repository.git(['config', 'core.compression', '0'])
    space.repository.git(['config', 'core.bigFileThreshold', '100k'])
    space.repository.git(['config', 'pack.window', '0'])
    for (let folder = 0; folder < folders; folder++) {
      const files: Record<string, string | Uint8Array> = {
        [`part-${folder}/README.md`]: `# Part ${folder}\n`,
      }
      for (let page = 1; page < pagesOfFolder; page++)
        files[`part-${folder}/page-${page}.md`] = pageOf(folder, page)
      for (let asset = 0; asset < assetsOfFolder; asset++)
        files[`.gitbook/assets/${folder}-${asset}.bin`] = randomBytes(assetBytes)
      space.repository.commit(files)
    }
  }, 10 * minutes)
  afterAll(async () => {
    await git.close()
    await app.close()
  })

  test(
    'is taken by a first sync in bounded memory, while others are answered',
    async () => {
      const measured = await startMeasuredServer(app, await buildMember(app, space.organizationId, 'READ'))
      // Its runner would push the edits of later tests.
      onTestFinished(() => measured.close())
      const client = measured.as(space.admin)
      const programs = samplePrograms()
      await measured.measure('first sync', async () => {
        await connect({ ...space, client }, { direction: 'from-git' })
        await expect
          .poll(async () => (await connectionOf(space)).state.code, { timeout: 20 * minutes, interval: 1000 })
          .not.toBe('not-synced-yet')
        return []
      })
      const megabytes = programs.stop()
      console.log(`git had ${megabytes} MB of its own at most`)
      expect(megabytes).toBeLessThan(200)
      expect(await connectionOf(space)).toMatchObject({ state: { code: 'synced' }, problems: [] })
      const { files } = (await space.client.get(`/spaces/${space.spaceId}/content`)).body
      expect(files.length).toBe(folders * assetsOfFolder)
    },
    30 * minutes,
  )

  test(
    'gets one page by what it changed only',
    async () => {
      const head = space.repository.head() as string
      await editPage(space, 'Page 3.7')
      git.requests.length = 0
      const { count } = await app.statements(() => sync(space))
      const bytes = git.requests.reduce((sum, { received, sent }) => sum + received + sent, 0)
      console.log({ statements: count, bytes, requests: git.requests.length })
      expect(space.repository.git(['diff', '--numstat', head, 'main'])).toBe('1\t1\tpart-3/page-7.md')
      expect(bytes).toBeLessThan(20_000)
      expect(count).toBeGreaterThan(0)
      expect(count).toBeLessThan(100)
    },
    10 * minutes,
  )

  test(
    'is pushed a page by reading no more than a small space, besides which pages and files there are',
    async () => {
      const small = await buildSyncedSpace(app, git)
      small.repository.commit({ 'README.md': '# Small\n', 'page.md': pageOf(0, 0) })
      await connect(small, { direction: 'from-git' })
      await sync(small)
      const measured = await measuredDatabase(app)
      onTestFinished(() => measured.database.close())
      const [inSmall, inLarge] = [
        await measurePush(measured, small, 'Page 0.0'),
        await measurePush(measured, space, 'Page 5.7'),
      ]
      console.log({ inSmall, inLarge })
      expect(inLarge.written).toEqual(inSmall.written)
      expect(inLarge.outlines).toBe(inSmall.outlines)
      expect(inLarge.rows).toBeLessThan(inSmall.rows + 20)
      // The index of a large table is a level deeper. All of its pages would be thousands of blocks.
      expect(inLarge.blocks).toBeLessThan(2 * inSmall.blocks + 500)
    },
    10 * minutes,
  )
})

/** Changes the last line of a page of a space. */
async function editPage(space: SyncedSpace, title: string): Promise<void> {
  const { id, markdown: text } = await pageTitled(space, title)
  const markdown = text.replace('The last line', 'The only changed line')
  await edit(space, [{ operation: 'update_page', page: id, document: { markdown } }])
}

/**
 * The statements that read which pages and files a space has, and its branch: once for each revision that is pushed. A page of any
 * place may have a link to a path that changes, and the table of contents is compared as a whole; no bodies are among them.
 */
const outline = /^\s*SELECT (?:v\.\* FROM \(VALUES|path, oid, kind, "objectId")/

/** Pushes a changed page, and returns what that read besides outlines, and wrote of the files of the branch. */
async function measurePush({ database, during }: MeasuredDatabase, space: SyncedSpace, title: string) {
  await database.write('VACUUM ANALYZE', [])
  await editPage(space, title)
  const statements = await during(() => sync({ ...space, app: { ...space.app, database } }))
  const [outlines, rest] = [true, false].map((isOutline) =>
    statements.filter(({ text }) => outline.test(text) === isOutline),
  ) as [MeasuredStatement[], MeasuredStatement[]]
  const written = rest.filter(({ text }) => text.includes('INSERT INTO "GitEntry"'))
  return {
    outlines: outlines.length,
    statements: rest.length,
    blocks: blocksOf(rest),
    rows: rest.reduce((sum, { plan }) => sum + plan['Actual Rows'] * plan['Actual Loops'], 0),
    written: written.map(({ plan }) => plan.Plans?.[0]?.['Actual Rows']),
  }
}

/** Samples the memory that git processes of this machine have of their own, until `stop`, which returns the most in megabytes. */
function samplePrograms(): { stop(): number } {
  let peak = 0
  const timer = setInterval(() => {
    void ownBytes().then((bytes) => {
      peak = Math.max(peak, bytes)
    })
  }, 100)
  return {
    stop: () => {
      clearInterval(timer)
      return Math.round(peak / 1e6)
    },
  }
}

async function ownBytes(): Promise<number> {
  let sum = 0
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
    // The server is one of the others on this machine.
    if (!environment.includes('GIT_ALLOC_LIMIT=')) continue
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    sum += Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
  }
  return sum
}
