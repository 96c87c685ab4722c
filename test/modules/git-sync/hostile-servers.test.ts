import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import type { GitServer } from '../../support/git-server.ts'
import { patientClient } from './random-rounds.ts'
import {
  buildSyncedSpace,
  connect,
  connectionOf,
  edit,
  pagesOf,
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
afterEach(() => {
  server.token = undefined
  server.fault = undefined
})
afterAll(async () => {
  await server.close()
  await app.close()
})

const book = {
  'README.md': '# Welcome\n\nHello *there*.\n',
  'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install.md)\n',
  'install.md': '# Install\n\nFirst line.\n',
}

/** Builds a space that is in step with a branch. */
async function buildBook(): Promise<SyncedSpace> {
  const space = await buildSyncedSpace(app, server)
  space.repository.commit(book)
  await connect(space, { direction: 'from-git' })
  expect(await sync(space)).toMatchObject({ status: 'completed' })
  return space
}

const insertPage = (space: SyncedSpace, title: string) =>
  edit(space, [{ operation: 'insert_page', title, document: { markdown: `The text of ${title}.` } }])

/** Returns the name of the folder that has the copy of the repository of a space. */
const copyOf = async ({ spaceId }: SyncedSpace): Promise<string> =>
  (await app.database.prisma.gitLink.findUniqueOrThrow({ where: { spaceId } })).id

/** Syncs, which fails, and returns the code of the state. */
async function failedSync(space: SyncedSpace): Promise<string> {
  const job = await sync(space)
  expect(job).toMatchObject({ status: 'failed' })
  const { state } = await connectionOf(space)
  expect(state.message).toMatch(/\.$/)
  expect(state.remedy).toMatch(/\.$/)
  return state.code
}

/** Expects that edits of both sides during a failure arrive once it is over. */
async function expectSyncGoesOn(space: SyncedSpace, title: string): Promise<void> {
  space.repository.commit({ 'install.md': '# Install\n\nAnother line.\n' })
  expect(await sync(space)).toMatchObject({ status: 'completed' })
  expect((await connectionOf(space)).state.code).toBe('synced')
  const pages = await pagesOf(space)
  expect(pages.map((page) => page.title)).toContain(title)
  expect(pages.find((page) => page.title === 'Install')?.markdown).toContain('Another line.')
  expect(Object.values(space.repository.files()).join('\n')).toContain(`The text of ${title}.`)
}

test.runIf(isLongRun)(
  'an expired token is a state, and a new one brings both sides in step again',
  async () => {
    const space = await buildBook()
    server.token = 'the-token'
    await insertPage(space, 'While the token was expired')
    expect(await failedSync(space)).toBe('unauthorized')
    await connect(space, { token: 'the-token' })
    await expectSyncGoesOn(space, 'While the token was expired')
  },
)

test.runIf(isLongRun)('a branch that is gone is a state, in which nothing is lost', async () => {
  const space = await buildBook()
  const head = space.repository.head() as string
  space.repository.git(['update-ref', '-d', 'refs/heads/main'])
  await insertPage(space, 'While the branch was gone')
  expect(await failedSync(space)).toBe('branch-gone')
  expect((await pagesOf(space)).length).toBe(3)
  space.repository.git(['update-ref', 'refs/heads/main', head])
  await expectSyncGoesOn(space, 'While the branch was gone')
})

test.runIf(isLongRun)('a folder that is gone is a state, in which nothing is lost', async () => {
  const space = await buildSyncedSpace(app, server)
  const files = Object.entries(book).map(([path, text]) => [`docs/${path}`, text])
  const head = space.repository.commit(Object.fromEntries(files))
  await connect(space, { direction: 'from-git', directory: 'docs' })
  expect(await sync(space)).toMatchObject({ status: 'completed' })
  space.repository.commit({ docs: null, 'other.txt': 'x' })
  expect(await failedSync(space)).toBe('directory-gone')
  expect((await pagesOf(space)).length).toBe(2)
  space.repository.git(['update-ref', 'refs/heads/main', head])
  expect(await sync(space)).toMatchObject({ status: 'completed' })
})

test('an address in a private network is refused', async () => {
  const space = await buildSyncedSpace(app, server)
  await connect(space, { url: 'https://10.1.2.3/a/b', direction: 'from-git' })
  expect(await failedSync(space)).toBe('refused-address')
})

test('a folder outside of the repository is refused', async () => {
  const space = await buildSyncedSpace(app, server)
  for (const directory of ['../x', 'a/../../x', '.git', 'a/.git/b'])
    expect(
      (
        await space.client.put(`/spaces/${space.spaceId}/git`, {
          url: space.repository.url,
          direction: 'from-git',
          directory,
        })
      ).status,
    ).toBe(400)
})

test.runIf(isLongRun)(
  'links, names that differ by case and links to missing files stop only themselves, with file and line',
  async () => {
    const space = await buildSyncedSpace(app, server)
    space.repository.commit({
      ...book,
      'SUMMARY.md': `${book['SUMMARY.md']}* [Gone](gone.md)\n* [Secret](secret.md)\n`,
      'secret.md': 'symlink:/etc/passwd',
      'Install.md': '# Install again\n',
    })
    await connect(space, { direction: 'from-git' })
    const job = await sync(space)
    expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed' })
    const { problems } = await connectionOf(space)
    const pages = await pagesOf(space)
    expect(pages.map(({ title }) => title)).toEqual(expect.arrayContaining(['Welcome', 'Install']))
    expect(JSON.stringify(pages)).not.toContain('root:')
    expect(problems).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ file: 'SUMMARY.md', line: 5 }),
        expect.objectContaining({ file: 'secret.md' }),
      ]),
    )
    await insertPage(space, 'Beside what is not sound')
    await expectSyncGoesOn(space, 'Beside what is not sound')
    expect(space.repository.git(['cat-file', '-p', 'main:secret.md'])).toBe('/etc/passwd')
    expect(space.repository.files()['Install.md']).toBe('# Install again\n')
  },
)

test.runIf(isLongRun)(
  'a copy of the repository that is broken or gone is made anew, and nothing is lost',
  async () => {
    const space = await buildBook()
    const folder = join(app.config.dataDir, 'git', await copyOf(space))
    space.repository.commit({ 'other.md': '# Not in the summary\n' })
    await insertPage(space, 'While the copy was broken')
    await rm(join(folder, 'objects'), { recursive: true })
    await expectSyncGoesOn(space, 'While the copy was broken')
    await insertPage(space, 'While the copy was gone')
    await rm(folder, { recursive: true })
    expect(await sync(space)).toMatchObject({ status: 'completed' })
    expect(await connectionOf(space)).toMatchObject({ state: { code: 'synced' } })
    expect(Object.values(space.repository.files()).join('\n')).toContain('While the copy was gone')
    expect(space.repository.git(['log', '--format=%s', 'main']).split('\n').length).toBe(6)
  },
)

test.runIf(isLongRun)(
  'a file of 300 MB stays in the branch, with its path, and the rest is taken',
  async () => {
    const built = await buildSyncedSpace(app, server)
    const space = { ...built, client: patientClient(built.client) }
    space.repository.git(['config', 'core.compression', '0'])
    const path = '.gitbook/assets/film.mp4'
    space.repository.commit({ ...book, [path]: randomBytes(300_000_000) })
    await connect(space, { direction: 'from-git' })
    const job = await sync(space)
    expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed' })
    const { problems } = await connectionOf(space)
    expect(problems).toMatchObject([
      {
        code: 'FILE_TOO_LARGE',
        file: path,
        message: expect.stringContaining('300000000 bytes, more than the 52428800 of GIT_MAX_FILE_BYTES'),
      },
    ])
    expect((await space.client.get(`/spaces/${space.spaceId}/git/info`)).body.problems).toEqual(problems)
    await insertPage(space, 'Beside it')
    expect(await sync(space)).toMatchObject({ status: 'completed' })
    expect(space.repository.git(['grep', '--count', 'The text of Beside it', 'main', '--', '*.md'])).toMatch(
      /:1$/,
    )
    expect(space.repository.git(['cat-file', '-s', `main:${path}`])).toBe('300000000')
  },
  10 * 60_000,
)

test.runIf(isLongRun)('a git server that hangs holds up its own space only', async () => {
  const hanging = await buildBook()
  const space = await buildBook()
  const name = new URL(hanging.repository.url).pathname
  server.fault = (request, _response, answer) => {
    if (!request.url?.startsWith(name)) answer()
  }
  const { body } = await hanging.client.post(`/spaces/${hanging.spaceId}/git/export`, {})
  const held = server.requests.length
  await insertPage(space, 'Meanwhile')
  await expectSyncGoesOn(space, 'Meanwhile')
  expect(held).toBeGreaterThan(0)
  await hanging.client.post(`/orgs/${hanging.organizationId}/jobs/${body.id}/cancel`)
  server.fault = undefined
  expect(await sync(hanging)).toMatchObject({ status: 'completed' })
})
