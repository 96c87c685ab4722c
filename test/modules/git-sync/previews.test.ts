import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import type { GitServer, ServedFiles } from '../../support/git-server.ts'
import { buildSyncedSpace, connect, pagesOf, type SyncedSpace, startServer, sync } from './synced-space.ts'

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
  'README.md': '# Welcome\n\nHello.\n',
  'SUMMARY.md': '# Table of contents\n\n* [Welcome](README.md)\n* [Install](install.md)\n',
  'install.md': '# Install\n\nFirst line.\n\nSecond line.\n\nThird line.\n',
}

/** Builds a space in step with a branch, of which another one is shown as a change request. */
async function buildPreview(draft: ServedFiles): Promise<SyncedSpace> {
  const space = await buildSyncedSpace(app, server)
  const parent = space.repository.commit(book)
  await connect(space, { direction: 'from-git' })
  await sync(space)
  space.repository.commit(draft, { branch: 'draft', parent })
  await space.client.post(`/spaces/${space.spaceId}/git/previews`, { ref: 'draft' })
  expect(await sync(space)).toMatchObject({ status: 'completed' })
  return space
}

/** Returns the preview of a space, with its change request. */
async function previewOf({ client, spaceId }: SyncedSpace) {
  const { items } = (await client.get(`/spaces/${spaceId}/git/previews`)).body
  return items[0]
}

const requestPath = async (space: SyncedSpace): Promise<string> =>
  `/spaces/${space.spaceId}/change-requests/${(await previewOf(space)).changeRequest}`

/** Returns the ids and texts of the pages of the change request by their titles. */
async function pagesOfRequest(space: SyncedSpace): Promise<Record<string, { id: string; markdown: string }>> {
  const path = await requestPath(space)
  const { pages } = (await space.client.get(`${path}/content/pages`)).body
  const read = pages.map(async ({ id, title }: { id: string; title: string }) => [
    title,
    { id, markdown: (await space.client.get(`${path}/content/page/${id}?format=markdown`)).body.markdown },
  ])
  return Object.fromEntries(await Promise.all(read))
}

async function editRequest(space: SyncedSpace, title: string, markdown: string): Promise<void> {
  const page = (await pagesOfRequest(space))[title]?.id
  const answer = await space.client.post(`${await requestPath(space)}/content`, {
    changes: [{ operation: 'update_page', page, document: { markdown } }],
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

const withSetup = {
  'SUMMARY.md': `${book['SUMMARY.md']}* [Setup](setup.md)\n`,
  'setup.md': '# Setup\n\nOne.\n\nTwo.\n\nThree.\n',
}

test.runIf(isLongRun)(
  'the next commit of a preview leaves what people edited in its change request, and pages stay the same',
  async () => {
    const space = await buildPreview(withSetup)
    const before = await pagesOfRequest(space)
    await editRequest(space, 'Setup', 'One, edited.\n\nTwo.\n\nThree.\n')
    await editRequest(space, 'Welcome', 'Hello, reviewed.\n')
    const head = space.repository.commit(
      { 'setup.md': '# Setup\n\nOne.\n\nTwo.\n\nThree, of the commit.\n' },
      { branch: 'draft' },
    )
    expect(await sync(space)).toMatchObject({ status: 'completed' })
    expect(await previewOf(space)).toMatchObject({ commit: head, state: 'synced' })
    const after = await pagesOfRequest(space)
    expect(after.Setup).toEqual({
      id: before.Setup?.id,
      markdown: expect.stringMatching(/One, edited\.\n\nTwo\.\n\nThree, of the commit\./),
    })
    expect(after.Welcome?.markdown).toContain('Hello, reviewed.')
    const { body: conflicts } = await space.client.get(`${await requestPath(space)}/conflicts`)
    expect(conflicts.items).toEqual([])
  },
)

test.runIf(isLongRun).each(['before a sync', 'after a sync'])(
  'pages of a pull request that was merged are there once when its change request is merged too, %s',
  async (moment) => {
    const space = await buildPreview(withSetup)
    const { client, repository } = space
    const path = await requestPath(space)
    const { Setup } = await pagesOfRequest(space)
    repository.git(['update-ref', 'refs/heads/main', repository.head('draft') as string])
    if (moment === 'after a sync') {
      await sync(space)
      expect((await pagesOf(space)).map(({ id }) => id)).toContain(Setup?.id)
    }
    expect((await client.post(`${path}/merge`)).body).toMatchObject({ result: 'merge' })
    expect(await sync(space)).toMatchObject({ status: 'completed', gitSync: { conflictCount: 0 } })
    const pages = await pagesOf(space)
    expect(pages.map(({ title }) => title)).toEqual(['Welcome', 'Install', 'Setup'])
    expect(Object.keys(repository.files()).sort()).toEqual([
      'README.md',
      'SUMMARY.md',
      'install.md',
      'setup.md',
    ])
  },
)

test.runIf(isLongRun)(
  'lines that a commit and people changed are a conflict of the change request, which takes the next commit once it is decided',
  async () => {
    const space = await buildPreview({ 'install.md': book['install.md'].replace('Second', 'Proposed') })
    await editRequest(space, 'Install', 'First line.\n\nReviewed line.\n\nThird line.\n')
    const commit = (text: string) =>
      space.repository.commit(
        { 'install.md': book['install.md'].replace('Second line', text) },
        { branch: 'draft' },
      )
    const second = commit('Proposed again')
    await sync(space)
    expect(await previewOf(space)).toMatchObject({ commit: second, state: 'conflicts' })
    expect((await pagesOfRequest(space)).Install?.markdown).toContain('Reviewed line.')
    const path = await requestPath(space)
    const { items } = (await space.client.get(`${path}/conflicts`)).body
    expect(items).toHaveLength(1)
    expect(JSON.stringify(items[0].ours)).toContain('Proposed again.')
    expect(JSON.stringify(items[0].theirs)).toContain('Reviewed line.')
    expect((await space.client.post(`${path}/merge`)).body).toMatchObject({ result: 'conflicts' })
    const third = space.repository.commit(
      { 'install.md': book['install.md'].replace('Second line', 'Proposed again').replace('Third', 'Last') },
      { branch: 'draft' },
    )
    await sync(space)
    expect(await previewOf(space)).toMatchObject({ commit: second, state: 'conflicts' })
    const resolved = await space.client.post(`${path}/conflicts/resolve`, { others: 'ours' })
    expect(resolved.status, JSON.stringify(resolved.body)).toBe(200)
    expect((await pagesOfRequest(space)).Install?.markdown).toContain('Proposed again.')
    await sync(space)
    expect(await previewOf(space)).toMatchObject({ commit: third, state: 'synced' })
    expect((await pagesOfRequest(space)).Install?.markdown).toMatch(/Proposed again\.\n\nLast line\./)
    expect((await space.client.post(`${path}/merge`)).body).toMatchObject({ result: 'merge' })
  },
)

test.runIf(isLongRun)(
  'a branch that is behind shows what it changes, and takes back nothing of the branch of the space',
  async () => {
    const space = await buildSyncedSpace(app, server)
    const parent = space.repository.commit(book)
    const head = space.repository.commit({ 'README.md': '# Welcome\n\nHello, later.\n' })
    expect(head).not.toBe(parent)
    await connect(space, { direction: 'from-git' })
    await sync(space)
    space.repository.commit(withSetup, { branch: 'draft', parent })
    await space.client.post(`/spaces/${space.spaceId}/git/previews`, { ref: 'draft' })
    await sync(space)
    const pages = await pagesOfRequest(space)
    expect(pages.Welcome?.markdown).toContain('Hello, later.')
    expect(pages.Setup?.markdown).toContain('Two.')
    const { body } = await space.client.get(`${await requestPath(space)}/changes`)
    expect(body.changes).toHaveLength(1)
    // The branch takes what the branch of the space has, which the space has too.
    space.repository.commit({ 'new.md': '# New\n\nOf the space.\n', 'SUMMARY.md': summaryWithNew })
    await sync(space)
    space.repository.commit(
      {
        'new.md': '# New\n\nOf the space.\n',
        'README.md': '# Welcome\n\nHello, later.\n',
        'SUMMARY.md': `${summaryWithNew}* [Setup](setup.md)\n`,
      },
      { branch: 'draft' },
    )
    await sync(space)
    expect(Object.keys(await pagesOfRequest(space)).sort()).toEqual(['Install', 'New', 'Setup', 'Welcome'])
    expect((await space.client.get(`${await requestPath(space)}/conflicts`)).body.items).toEqual([])
    expect((await previewOf(space)).state).toBe('synced')
  },
)

const summaryWithNew = `${book['SUMMARY.md']}* [New](new.md)\n`

test.runIf(isLongRun)('a preview whose branch is rewritten loses nothing that people edited', async () => {
  const space = await buildPreview(withSetup)
  await editRequest(space, 'Setup', 'One.\n\nTwo, edited.\n\nThree.\n')
  space.repository.git(['update-ref', '-d', 'refs/heads/draft'])
  const head = space.repository.commit(
    { ...withSetup, 'setup.md': '# Setup\n\nOne.\n\nTwo.\n\nThree, rewritten.\n' },
    { branch: 'draft', parent: space.repository.head() as string },
  )
  await sync(space)
  expect(await previewOf(space)).toMatchObject({ commit: head, state: 'synced' })
  expect((await pagesOfRequest(space)).Setup?.markdown).toMatch(/Two, edited\.\n\nThree, rewritten\./)
})
