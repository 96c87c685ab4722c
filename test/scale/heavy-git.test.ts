import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildSyncedSpace,
  connect,
  connectionOf,
  edit,
  pagesOf,
  type SyncedSpace,
  startServer,
  sync,
} from '../modules/git-sync/synced-space.ts'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildMember } from '../support/factories/organizations.ts'
import type { GitServer } from '../support/git-server.ts'
import { type MeasuredServer, startMeasuredServer } from './measured-server.ts'

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
  let measured: MeasuredServer

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
    measured = await startMeasuredServer(app, await buildMember(app, space.organizationId, 'READ'))
  }, 10 * minutes)
  afterAll(async () => {
    await measured.close()
    await git.close()
    await app.close()
  })

  test(
    'is taken by a first sync in bounded memory, while others are answered',
    async () => {
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
      const page = (await pagesOf(space)).find(({ title }) => title === 'Page 3.7')
      const head = space.repository.head() as string
      const markdown = `${page?.markdown}`.replace('The last line', 'The only changed line')
      await edit(space, [{ operation: 'update_page', page: page?.id, document: { markdown } }])
      git.requests.length = 0
      const { count, texts } = await app.statements(() => sync(space))
      const bytes = git.requests.reduce((sum, { received, sent }) => sum + received + sent, 0)
      console.log({ statements: count, bytes, requests: git.requests.length })
      expect(space.repository.git(['diff', '--numstat', head, 'main'])).toBe('1\t1\tpart-3/page-7.md')
      expect(bytes).toBeLessThan(20_000)
      expect(count).toBeLessThan(100)
      expect(texts.length).toBeGreaterThan(0)
    },
    10 * minutes,
  )
})

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
