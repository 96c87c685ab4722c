import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import type { GitServer } from '../../support/git-server.ts'
import { buildSyncedSpace, connect, connectionOf, edit, pagesOf, startServer, sync } from './synced-space.ts'

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

const book = {
  'README.md': '# Welcome\n\nHello *there*.\n',
  'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install.md)\n',
  'install.md': '---\ndescription: How to begin\n---\n\n# Install\n\nFirst line.\n\nSecond line.\n',
}

test('a first sync from git takes the pages of the branch, and pushes nothing', async () => {
  const space = await buildSyncedSpace(app, server)
  const head = space.repository.commit(book)
  await connect(space, { direction: 'from-git' })
  const job = await sync(space)
  expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed' })
  expect((await pagesOf(space)).map(({ title }) => title)).toEqual(['Welcome', 'Install'])
  expect(space.repository.head()).toBe(head)
  expect(await connectionOf(space)).toMatchObject({ commit: head, state: { code: 'synced' } })
  expect(await sync(space)).toMatchObject({ status: 'completed' })
  expect(space.repository.head()).toBe(head)
})

test('an edit of one paragraph changes that line of one file, by a commit of its author', async () => {
  const space = await buildSyncedSpace(app, server)
  const head = space.repository.commit(book)
  await connect(space, { direction: 'from-git' })
  await sync(space)
  const install = (await pagesOf(space)).find(({ title }) => title === 'Install')
  await edit(space, [
    { operation: 'update_page', page: install?.id, document: { markdown: 'First line.\n\nAnother line.\n' } },
  ])
  const job = await sync(space)
  expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed' })
  const { repository } = space
  expect(repository.head()).not.toBe(head)
  expect(repository.git(['diff', '--stat', head, 'main'])).toContain(
    '1 file changed, 1 insertion(+), 1 deletion(-)',
  )
  expect(repository.files()['install.md']).toBe(book['install.md'].replace('Second', 'Another'))
  expect(repository.git(['log', '-1', '--format=%an <%ae> %s', 'main'])).toBe(
    `${space.admin.displayName} <${space.admin.email}> Update Install`,
  )
})

test('a commit becomes a revision with its message, and what it does not change stays', async () => {
  const space = await buildSyncedSpace(app, server)
  space.repository.commit(book)
  await connect(space, { direction: 'from-git' })
  await sync(space, 'import')
  const before = await pagesOf(space)
  const head = space.repository.commit(
    { 'install.md': `${book['install.md']}\nThird line.\n` },
    { message: 'Add a line' },
  )
  const job = await sync(space, 'import')
  expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed' })
  const after = await pagesOf(space)
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(after[1]?.markdown).toContain('Third line.')
  expect(after[0]).toEqual(before[0])
  const { body } = await space.client.get(`/spaces/${space.spaceId}/content`)
  expect(body.git).toMatchObject({ oid: head, message: 'Add a line' })
})

test('a page that was renamed in git stays the same page', async () => {
  const space = await buildSyncedSpace(app, server)
  space.repository.commit(book)
  await connect(space, { direction: 'from-git' })
  await sync(space, 'import')
  const before = await pagesOf(space)
  space.repository.commit({
    'install.md': null,
    'setup.md': book['install.md'],
    'SUMMARY.md': book['SUMMARY.md'].replace('install.md', 'setup.md'),
  })
  expect(await sync(space, 'import')).toMatchObject({ status: 'completed' })
  expect((await pagesOf(space)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
})

test('where both changed the same lines, the space keeps its own, and a change request has those of the branch', async () => {
  const space = await buildSyncedSpace(app, server)
  space.repository.commit(book)
  await connect(space, { direction: 'from-git' })
  await sync(space, 'import')
  const install = (await pagesOf(space)).find(({ title }) => title === 'Install')
  await edit(space, [
    { operation: 'update_page', page: install?.id, document: { markdown: 'First line.\n\nOurs.\n' } },
  ])
  space.repository.commit({
    'install.md': book['install.md'].replace('Second line', 'Theirs'),
    'README.md': '# Welcome\n\nHello again.\n',
  })
  const job = await sync(space, 'import')
  expect(job, JSON.stringify(job)).toMatchObject({ status: 'completed', gitSync: { conflictCount: 1 } })
  const pages = await pagesOf(space)
  expect(pages.map(({ markdown }) => markdown).join()).toContain('Ours.')
  expect(pages.map(({ markdown }) => markdown).join()).toContain('Hello again.')
  expect(await connectionOf(space)).toMatchObject({ state: { code: 'conflicts' } })
  const { body: conflicts } = await space.client.get(
    `/spaces/${space.spaceId}/change-requests/${job.gitSync.changeRequest}/conflicts`,
  )
  expect(conflicts.items).toHaveLength(1)
  expect(JSON.stringify(conflicts.items[0])).toContain('Theirs.')
  expect(JSON.stringify(conflicts.items[0])).toContain('Ours.')
})
