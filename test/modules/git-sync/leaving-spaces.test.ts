import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { addMember, buildOrganization } from '../../support/factories/organizations.ts'
import type { GitServer } from '../../support/git-server.ts'
import { placeAllEvents } from '../../support/place-all-events.ts'
import {
  buildSyncedSpace,
  connect,
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

const book = {
  'README.md': 'Welcome\n=======\n\nHello *there*.\n',
  'SUMMARY.md': '# Table of contents\n\n- [Welcome](README.md)\n- [Install](install.md)\n',
  'install.md': '# Install\n\nFirst line.\n',
}

async function buildBook(): Promise<SyncedSpace> {
  const space = await buildSyncedSpace(app, server)
  space.repository.commit(book)
  await connect(space, { direction: 'from-git', token: 'the-token' })
  expect(await sync(space)).toMatchObject({ status: 'completed' })
  return space
}

/** Builds another organization of the same admin. */
async function buildTarget({ admin }: SyncedSpace): Promise<{ readonly id: string }> {
  const target = await buildOrganization(app)
  await addMember(app, target.id, admin, 'ADMIN')
  return target
}

/** Expects that nothing of a connection is left. */
async function expectNoConnection({ client, spaceId }: SyncedSpace): Promise<void> {
  expect((await client.get(`/spaces/${spaceId}/git`)).status).toBe(404)
  expect((await client.get(`/spaces/${spaceId}/git/info`)).status).toBe(404)
  expect((await client.get(`/spaces/${spaceId}`)).body).not.toHaveProperty('gitSync')
}

test.runIf(isLongRun)(
  'a space that is transferred leaves its connection and the token behind, and can be connected again without a diff',
  async () => {
    const space = await buildBook()
    const { client, spaceId, repository, organizationId } = space
    const target = await buildTarget(space)
    const head = repository.head()
    const answer = await client.post(`/spaces/${spaceId}/transfer`, { organization: target.id })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    await expectNoConnection(space)
    expect(await app.database.prisma.gitLink.count({ where: { spaceId } })).toBe(0)
    await placeAllEvents(app)
    const { body: events } = await client.get(`/orgs/${organizationId}/events?types=git_sync.disconnected`)
    expect(events.items).toMatchObject([{ type: 'git_sync.disconnected', spaceId }])
    await edit(space, [{ operation: 'insert_page', title: 'Later', document: { markdown: 'Text.\n' } }])
    expect(repository.head()).toBe(head)
    const there = { ...space, organizationId: target.id }
    await connect(there, { direction: 'from-space', token: 'another-token' })
    expect(await sync(there)).toMatchObject({ status: 'completed' })
    const files = repository.files()
    expect(files['README.md']).toBe(book['README.md'])
    expect(files['install.md']).toBe(book['install.md'])
    expect((await pagesOf(space)).map(({ title }) => title)).toEqual(['Welcome', 'Install', 'Later'])
  },
)

test.runIf(isLongRun)(
  'spaces of a collection that is transferred leave their connections behind',
  async () => {
    const space = await buildBook()
    const { client, spaceId, organizationId } = space
    const { body: collection } = await client.post(`/orgs/${organizationId}/collections`, { title: 'Books' })
    await client.post(`/spaces/${spaceId}/move`, { parent: collection.id })
    const target = await buildTarget(space)
    const answer = await client.post(`/collections/${collection.id}/transfer`, { organization: target.id })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    await expectNoConnection(space)
  },
)

test.runIf(isLongRun)(
  'a copy of a space has no connection, which would push to the same branch',
  async () => {
    const space = await buildBook()
    const { body: copy } = await space.client.post(`/spaces/${space.spaceId}/duplicate`)
    await expectNoConnection({ ...space, spaceId: copy.id })
    expect(await sync(space)).toMatchObject({ status: 'completed' })
  },
)

test.runIf(isLongRun)(
  'a space in the trash is not synced, and goes on with what both sides have once it is restored',
  async () => {
    const space = await buildBook()
    const { client, spaceId, repository } = space
    await edit(space, [{ operation: 'insert_page', title: 'Before', document: { markdown: 'Of before.\n' } }])
    expect((await client.delete(`/spaces/${spaceId}`)).status).toBeLessThan(300)
    expect((await client.post(`/spaces/${spaceId}/git/export`)).status).toBe(404)
    repository.commit({ 'install.md': '# Install\n\nMeanwhile.\n' })
    expect((await client.post(`/spaces/${spaceId}/restore`)).status).toBeLessThan(300)
    expect(await sync(space)).toMatchObject({ status: 'completed' })
    expect(JSON.stringify(await pagesOf(space))).toContain('Meanwhile.')
    expect(Object.values(repository.files()).join('\n')).toContain('Of before.')
  },
)
