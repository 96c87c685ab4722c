import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import type { GitServer } from '../../support/git-server.ts'
import { saidByBranch, saidBySpace } from './both-sides.ts'
import {
  smallBook as book,
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
afterAll(async () => {
  await server.close()
  await app.close()
})

test.runIf(isLongRun)(
  'edits that were merged with the branch, and are pushed later, are in commits of their authors',
  async () => {
    const space = await buildSyncedSpace(app, server)
    const { repository } = space
    repository.commit(book)
    await connect(space, { direction: 'from-git' })
    await sync(space)
    const [, install] = await pagesOf(space)
    const write = (markdown: string) =>
      edit(space, [{ operation: 'update_page', page: install?.id, document: { markdown } }])
    await write('First line.\n\nOurs.\n')
    repository.commit({ 'README.md': '# Welcome\n\nHello again.\n' })
    expect(await sync(space, 'import')).toMatchObject({ status: 'completed' })
    await write('First line.\n\nOurs.\n\nMore of ours.\n')
    const theirs = repository.commit({ 'README.md': '# Welcome\n\nHello once more.\n' })
    expect(await sync(space, 'import')).toMatchObject({ status: 'completed' })
    expect(repository.head()).toBe(theirs)
    expect(await sync(space)).toMatchObject({ status: 'completed' })
    const authors = (text: string) =>
      repository.git(['log', '--no-merges', '--format=%ae', `-S${text}`, 'main'])
    expect([authors('Ours.'), authors('More of ours.')]).toEqual([space.admin.email, space.admin.email])
    expect(repository.git(['log', '--merges', '--format=%an', 'main'])).toBe('Lectern\nLectern')
  },
)

test.runIf(isLongRun)(
  'what a force push dropped is pushed again with the names of its authors, and without the former commits',
  async () => {
    const space = await buildSyncedSpace(app, server)
    const { repository } = space
    const first = repository.commit(book)
    await connect(space, { direction: 'from-git' })
    await sync(space)
    const [welcome, install] = await pagesOf(space)
    const write = (markdown: string) =>
      edit(space, [{ operation: 'update_page', page: install?.id, document: { markdown } }])
    await write('First line.\n\nOurs.\n')
    await sync(space)
    const dropped = repository.commit({ 'README.md': '# Welcome\n\nHello again.\n' })
    await sync(space)
    await write('First line.\n\nOurs.\n\nNot pushed yet.\n')
    repository.git(['update-ref', 'refs/heads/main', first])
    expect(await sync(space)).toMatchObject({ status: 'completed' })
    const files = repository.files()
    expect(files['README.md']).toContain('Hello again.')
    expect(files['install.md']).toMatch(/Ours\..*Not pushed yet\./s)
    expect((await pagesOf(space)).map(({ id }) => id)).toEqual([welcome?.id, install?.id])
    const commits = repository.git(['rev-list', `${first}..main`]).split('\n')
    expect(commits).toHaveLength(1)
    expect(commits).not.toContain(dropped)
    const authors = () =>
      repository.git(['log', '-1', '--format=%(trailers:key=Co-authored-by,valueonly)', 'main'])
    expect(authors()).toContain(`<${space.admin.email}>`)
    expect(authors()).toContain('<ada@example.org>')
    expect(await connectionOf(space)).toMatchObject({ state: { code: 'history-rewritten' } })
    // Whom the commit names is still named when that is dropped too.
    const named = authors()
    repository.git(['update-ref', 'refs/heads/main', first])
    expect(await sync(space)).toMatchObject({ status: 'completed' })
    expect(authors()).toBe(named)
  },
)

/** Removes the copy of the repository of a space, as a new machine or a broken disk does. */
async function removeCopy({ spaceId }: SyncedSpace): Promise<void> {
  const { id } = await app.database.prisma.gitLink.findUniqueOrThrow({ where: { spaceId } })
  await rm(join(app.config.dataDir, 'git', id), { recursive: true })
}

const lost: readonly (readonly [string, { isDropped: boolean; isForgotten: boolean }])[] = [
  ['commits of the space', { isDropped: false, isForgotten: false }],
  ['what a force push dropped', { isDropped: true, isForgotten: false }],
  ['what a force push dropped, which the server has forgotten too', { isDropped: true, isForgotten: true }],
]

test.runIf(isLongRun).each(lost)(
  'what is pushed names its authors although the copy is lost that had %s',
  async (_, { isDropped, isForgotten }) => {
    const space = await buildSyncedSpace(app, server)
    const { repository } = space
    const first = repository.commit(book)
    await connect(space, { direction: 'from-git' })
    await sync(space)
    const [, install] = await pagesOf(space)
    if (isDropped) {
      const summary = `${book['SUMMARY.md']}* [Ada](ada.md)\n`
      repository.commit({ 'SUMMARY.md': summary, 'ada.md': '# Ada\n\nHello from Ada.\n' })
      await sync(space, 'import')
    }
    const document = { markdown: 'First line.\n\nOurs.\n' }
    await edit(space, [{ operation: 'update_page', page: install?.id, document }])
    if (isDropped) repository.git(['update-ref', 'refs/heads/main', first])
    const theirs = repository.commit({ 'other.md': '# Other\n\nText.\n' })
    if (isForgotten) {
      repository.git(['reflog', 'expire', '--expire=now', '--all'])
      repository.git(['gc', '--quiet', '--prune=now'])
      await removeCopy(space)
    }
    expect(await sync(space, 'import')).toMatchObject({ status: 'completed' })
    if (!isForgotten) await removeCopy(space)
    expect(await sync(space)).toMatchObject({ status: 'completed' })
    const files = Object.values(repository.files()).join()
    expect(files).toContain('Ours.')
    const format = '--format=%an%n%(trailers:key=Co-authored-by,valueonly)'
    const [author, ...named] = repository.git(['log', format, `${theirs}..main`]).split('\n')
    expect(author).toBe('Lectern')
    expect(named.join()).toContain(`<${space.admin.email}>`)
    if (!isDropped) return
    expect(files).toContain('Hello from Ada.')
    expect(named.join()).toContain('<ada@example.org>')
  },
)

test.runIf(isLongRun)(
  'a page whose file has moved is there once after a force push that sets it back',
  async () => {
    const space = await buildSyncedSpace(app, server)
    const { repository } = space
    const first = repository.commit({ ...book, 'install.md': '# Install\n\nShort.\n' })
    await connect(space, { direction: 'from-git' })
    await sync(space)
    const [, install] = await pagesOf(space)
    await edit(space, [
      { operation: 'update_page', page: install?.id, document: { markdown: 'Other words throughout.\n' } },
      { operation: 'insert_page', title: 'Windows', into: install?.id, document: { markdown: 'Text.\n' } },
    ])
    await sync(space)
    expect(repository.files()).toHaveProperty(['install/README.md'])
    repository.git(['update-ref', 'refs/heads/main', first])
    repository.commit({ 'README.md': '# Welcome\n\nHello again.\n' })
    expect(await sync(space, 'import')).toMatchObject({ status: 'completed' })
    expect(await sync(space)).toMatchObject({ status: 'completed' })
    expect((await pagesOf(space)).map(({ title }) => title)).toEqual(['Welcome', 'Install', 'Windows'])
    expect(await saidBySpace(space)).toEqual(await saidByBranch(space))
  },
)

test.runIf(isLongRun)(
  'a rewritten history is merged: what it changed counts, and what it left out stays',
  async () => {
    const space = await buildSyncedSpace(app, server)
    const first = space.repository.commit(book)
    await connect(space, { direction: 'from-git' })
    space.repository.commit({ 'README.md': '# Welcome\n\nDropped text.\n' })
    await sync(space)
    space.repository.commit(
      { 'install.md': book['install.md'].replace('Second line.', 'Rewritten line.') },
      { parent: first },
    )
    const job = await sync(space)
    expect(job, JSON.stringify(job)).toMatchObject({
      status: 'completed',
      gitSync: { isHistoryRewritten: true, conflictCount: 0 },
    })
    const files = space.repository.files()
    expect(files['README.md']).toContain('Dropped text.')
    expect(files['install.md']).toContain('Rewritten line.')
    expect(await connectionOf(space)).toMatchObject({ state: { code: 'history-rewritten' } })
  },
)
