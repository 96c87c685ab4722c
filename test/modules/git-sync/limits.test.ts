import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { JobRunner } from '../../../src/modules/jobs/runner.ts'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import type { GitFault, GitServer, ServedFiles } from '../../support/git-server.ts'
import {
  blobType,
  drip,
  endlessPack,
  insteadOfPack,
  packHead,
  sendPack,
  sideband,
} from '../../support/hostile-git.ts'
import {
  buildSyncedSpace,
  connect,
  connectionOf,
  edit,
  pagesOf,
  type SyncedSpace,
  startRunner,
  startServer,
  syncBy,
} from './synced-space.ts'

const minutes = 60_000
const limits = {
  OUTBOUND_ALLOW: '127.0.0.1',
  GIT_MAX_REPOSITORY_BYTES: '20000000',
  GIT_MAX_FILES: '20',
  GIT_MAX_SECONDS: '60',
  GIT_MAX_IDLE_SECONDS: '5',
}

const book = {
  'README.md': '# Welcome\n\nHello.\n',
  'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install.md)\n',
  'install.md': '# Install\n\nFirst line.\n',
}

describe.runIf(isLongRun)('a sync', () => {
  let app: TestApp
  let server: GitServer
  let runner: JobRunner
  /** A space that is in step with another repository of the same server. */
  let other: SyncedSpace
  let count = 0

  beforeAll(async () => {
    app = await startOwnTestApp(limits)
    server = await startServer()
    runner = startRunner(app)
    other = await buildBook()
  }, 5 * minutes)
  afterEach(() => {
    server.fault = undefined
  })
  afterAll(async () => {
    await runner.stop()
    await server.close()
    await app.close()
  })

  async function buildBook(files: ServedFiles = book): Promise<SyncedSpace> {
    const space = await buildSyncedSpace(app, server)
    space.repository.commit(files)
    await connect(space, { direction: 'from-git' })
    const job = await syncBy(runner, space)
    expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed' })
    return space
  }

  /** Lets the server answer otherwise for one repository alone. */
  function failFor({ repository }: SyncedSpace, fault: GitFault): void {
    const { pathname } = new URL(repository.url)
    server.fault = (request, response, answer) =>
      request.url?.startsWith(pathname) ? fault(request, response, answer) : answer()
  }

  /**
   * Syncs, which fails in a state, while another space gets a commit of its own. Returns the sentence of the state, which is the same in
   * all answers.
   */
  async function failedSync(space: SyncedSpace, code: string): Promise<string> {
    const text = `Meanwhile ${++count}.`
    other.repository.commit({ 'install.md': `# Install\n\n${text}\n` })
    const [job, meanwhile] = await Promise.all([syncBy(runner, space), syncBy(runner, other)])
    expect(meanwhile).toMatchObject({ status: 'completed' })
    expect(JSON.stringify(await pagesOf(other))).toContain(text)
    const { state } = await connectionOf(space)
    expect(job).toMatchObject({ status: 'failed', error: { reason: 'GIT_SYNC_FAILED' } })
    expect(state, JSON.stringify(state)).toMatchObject({ code, message: expect.stringMatching(/\.$/) })
    expect(state.remedy).toMatch(/\.$/)
    const { body: info } = await space.client.get(`/spaces/${space.spaceId}/git/info`)
    expect(info.state).toEqual(state)
    return state.message
  }

  const insertPage = (space: SyncedSpace, title: string) =>
    edit(space, [{ operation: 'insert_page', title, document: { markdown: `The text of ${title}.` } }])

  /** Expects that edits of both sides during a failure are on both once its cause is gone. */
  async function expectGoesOn(space: SyncedSpace, title: string): Promise<void> {
    server.fault = undefined
    space.repository.commit({ 'install.md': '# Install\n\nAnother line.\n' })
    expect(await syncBy(runner, space)).toMatchObject({ status: 'completed' })
    const { state, failures } = await connectionOf(space)
    expect([state.code, failures]).toEqual(['synced', 0])
    const pages = await pagesOf(space)
    expect(pages.map((page) => page.title)).toContain(title)
    expect(pages.find((page) => page.title === 'Install')?.markdown).toContain('Another line.')
    expect(Object.values(space.repository.files()).join('\n')).toContain(`The text of ${title}.`)
    expect(space.repository.git(['fsck', '--strict'])).toBe('')
  }

  test.each<[string, string, (head: string) => GitFault]>([
    ['accepts a request and never answers', 'slow', () => () => {}],
    [
      'stops in the middle of a pack',
      'slow',
      (head) => insteadOfPack(head, (response) => void response.write(sideband(packHead(blobType, 100n)))),
    ],
    [
      'sends a byte now and then',
      'GIT_MAX_SECONDS',
      () => (_request, response) => void drip(response).catch(() => {}),
    ],
  ])(
    'with a server that %s ends in time, and goes on afterwards',
    async (_what, words, faultOf) => {
      const space = await buildBook()
      await insertPage(space, 'Meanwhile')
      const head = space.repository.commit({ 'README.md': '# Welcome\n\nHello again.\n' })
      failFor(space, faultOf(head))
      expect(await failedSync(space, 'timeout')).toContain(words)
      await expectGoesOn(space, 'Meanwhile')
    },
    5 * minutes,
  )

  test(
    'with a server that accepts connections and never agrees on their encryption ends in time',
    async () => {
      const silent = createServer()
      await new Promise<void>((resolve) => {
        silent.listen(0, '127.0.0.1', resolve)
      })
      const space = await buildBook()
      await insertPage(space, 'Meanwhile')
      const { url } = space.repository
      await connect(space, {
        url: `https://127.0.0.1:${(silent.address() as AddressInfo).port}/book`,
        token: null,
        direction: 'from-space',
      })
      expect(await failedSync(space, 'timeout')).toContain('GIT_MAX_IDLE_SECONDS')
      silent.close()
      await connect(space, { url, token: null, direction: 'from-space' })
      expect(await syncBy(runner, space)).toMatchObject({ status: 'completed' })
      await expectGoesOn(space, 'Meanwhile')
    },
    5 * minutes,
  )

  test(
    'of a repository that never ends stops at the limit, and keeps what the space has',
    async () => {
      const space = await buildSyncedSpace(app, server)
      const head = space.repository.commit(book)
      await insertPage(space, 'Before')
      await connect(space, { direction: 'from-git' })
      failFor(
        space,
        insteadOfPack(head, (response) => void sendPack(response, endlessPack())),
      )
      expect(await failedSync(space, 'too-large')).toContain('GIT_MAX_REPOSITORY_BYTES')
      expect((await pagesOf(space)).map(({ title }) => title)).toEqual(['Before'])
      server.fault = undefined
      expect(await syncBy(runner, space)).toMatchObject({ status: 'completed' })
      await insertPage(space, 'After')
      await expectGoesOn(space, 'After')
    },
    5 * minutes,
  )

  test(
    'of more files than it may have is a state, until some are gone',
    async () => {
      const space = await buildBook()
      await insertPage(space, 'Meanwhile')
      const many = Array.from({ length: 20 }, (_, index) => `extra/${index}.txt`)
      space.repository.commit(Object.fromEntries(many.map((path) => [path, 'x'])))
      expect(await failedSync(space, 'too-large')).toContain('23 files, more than the 20 of GIT_MAX_FILES')
      space.repository.commit({ extra: null })
      await expectGoesOn(space, 'Meanwhile')
    },
    5 * minutes,
  )

  test(
    'of paths that lead out of the folder reads none of them',
    async () => {
      const space = await buildBook()
      const head = space.repository.head() as string
      await insertPage(space, 'Meanwhile')
      const { git } = space.repository
      const blob = git(['hash-object', '-w', '--stdin'], 'x')
      const inner = git(['mktree'], `100644 blob ${blob}\tconfig\n`)
      const tree = git(
        ['hash-object', '-w', '-t', 'tree', '--stdin', '--literally'],
        Buffer.concat([Buffer.from('40000 ..\0'), Buffer.from(inner, 'hex')]),
      )
      git(['update-ref', 'refs/heads/main', git(['commit-tree', tree, '-p', head, '-m', 'x'])])
      await failedSync(space, 'contents-broken')
      git(['update-ref', 'refs/heads/main', head])
      git(['gc', '--quiet', '--prune=now'])
      space.repository.commit({
        '.gitbook.yaml': 'root: ../outside\n',
        'SUMMARY.md': `${book['SUMMARY.md']}* [Outside](../../outside.md)\n`,
      })
      await expectGoesOn(space, 'Meanwhile')
      const { problems } = await connectionOf(space)
      expect(problems).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ code: 'CONFIG_BROKEN', file: '.gitbook.yaml' }),
          expect.objectContaining({ file: 'SUMMARY.md', line: 5 }),
        ]),
      )
    },
    5 * minutes,
  )
})
