import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorldApp } from '../contract/world.ts'
import type { WorldObjects } from '../contract/world-objects.ts'
import { screens } from '../docs/screens.ts'
import { possibleTypes, typePolicies, withTypeNames } from '../graphql/clients/screens.ts'
import { startServerBeside, type TestApp, type TestClient } from '../support/app.ts'
import { oneRowIn } from '../support/budget.ts'
import { temporaryFolder } from '../support/folders.ts'
import { overWebSocket } from '../support/live-clients.ts'
import { placeAllEvents } from '../support/place-all-events.ts'

let app: TestApp
let world: WorldObjects
let server: Pick<TestApp, 'as' | 'close' | 'url'>
beforeAll(async () => {
  ;({ app, objects: world } = await startWorldApp())
  server = await startServerBeside(app, { hasServices: true })
  await placeAllEvents(app)
})
afterAll(async () => {
  await server.close()
  await app.close()
})

/** Changes something that a screen shows, without which the screen would go on showing what was. */
const changes: Readonly<Record<string, (client: TestClient) => Promise<{ status: number; body: unknown }>>> =
  {
    HomeScreen: (client) => client.patch(`/spaces/${world.space.id}`, { title: 'Renamed' }),
    MembersScreen: (client) => client.put(`/orgs/${world.organizationId}/teams`, { title: 'Newcomers' }),
    InvitationsScreen: (client) =>
      client.post(`/orgs/${world.organizationId}/link-invites`, { role: 'read' }),
    SettingsScreen: (client) => client.patch(`/orgs/${world.organizationId}`, { title: 'Renamed' }),
    SpaceScreen: (client) =>
      client.post(`/spaces/${world.space.id}/content`, {
        changes: [{ operation: 'insert_page', title: 'One more', document: { markdown: 'Text' } }],
      }),
    PageScreen: (client) =>
      client.post(`/spaces/${world.space.id}/content`, {
        changes: [{ operation: 'update_page', page: world.content.pages[0].id, title: 'Renamed' }],
      }),
    ChangeRequestsScreen: (client) =>
      client.post(`/spaces/${world.space.id}/change-requests`, { subject: 'One more' }),
    ChangeRequestScreen: (client) =>
      client.post(`/spaces/${world.space.id}/change-requests/${world.changeRequest.id}/comments`, {
        body: { markdown: 'Is that so?' },
      }),
    SiteScreen: (client) =>
      client.patch(`/orgs/${world.organizationId}/sites/${world.site.id}`, { title: 'Renamed' }),
    PermissionsScreen: (client) => client.patch(`/spaces/${world.space.id}`, { defaultLevel: 'read' }),
  }

test('the link of the documentation keeps each of its ten screens live with one subscription', async () => {
  const page = await readFile(new URL('../../src/docs/api/subscriptions.md', import.meta.url), 'utf8')
  const blocks = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code as string)
  const file = join(await temporaryFolder(), 'keep-live.mjs')
  await writeFile(file, blocks.find((code) => code.includes('export function keepLive')) ?? '')
  const { keepLive } = await import(file)
  const { admin, organizationId } = world
  const apollo = new ApolloClient({
    cache: new InMemoryCache({ possibleTypes, typePolicies }),
    queryDeduplication: false,
    link: new HttpLink({
      uri: `${server.url}/graphql`,
      headers: { Authorization: `Bearer ${admin.token}` },
    }),
  })
  const values: Record<string, unknown> = {
    org: organizationId,
    space: world.space.id,
    page: world.content.pages[0].id,
    changeRequest: world.changeRequest.id,
    site: world.site.id,
    admin: true,
  }
  const shown = screens().map(({ name, document }) => {
    const declared = [...document.matchAll(/\$(\w+):/g)].map(([, variable]) => variable as string)
    const screen = apollo.watchQuery({
      query: withTypeNames(document),
      variables: Object.fromEntries(declared.map((variable) => [variable, values[variable]])),
    })
    const seen: string[] = []
    screen.subscribe(({ data, loading }) => {
      if (data && !loading) seen.push(stored(data))
    })
    return { name, seen }
  })
  expect(shown.map(({ name }) => name).sort()).toEqual(Object.keys(changes).sort())
  await expect.poll(() => shown.filter(({ seen }) => seen.length === 0)).toEqual([])
  const live = overWebSocket(server, admin)
  const end = keepLive({
    subscribe: live.subscribe.bind(live),
    organizationId,
    retryMs: 10,
    screens: () =>
      [...apollo.getObservableQueries()].map((each) => ({
        data: each.getCurrentResult().data,
        refetch: () => each.refetch(),
      })),
  })
  const client = server.as(admin)
  const home = shown.find(({ name }) => name === 'HomeScreen')
  // Who subscribes is told of what happens from then on.
  await expect
    .poll(async () => {
      await client.patch(`/spaces/${world.space.id}`, { title: `Title ${home?.seen.length}` })
      return home?.seen.length
    })
    .toBeGreaterThan(1)
  // All are shown in each run. In `npm test` every fifth one is changed.
  for (const { name, seen } of oneRowIn(5, shown)) {
    const before = seen.at(-1)
    const done = await changes[name]?.(client)
    expect(done?.status, `${name}: ${JSON.stringify(done?.body)}`).toBeLessThan(300)
    await expect.poll(() => seen.at(-1), { message: name }).not.toBe(before)
  }
  end()
  apollo.stop()
  await live.dispose()
})

/** The time of the last use of a token is that of some request of the last minute. */
const stored = (data: unknown): string =>
  JSON.stringify(data, (key, value) => (key === 'lastUsedAt' ? null : value))
