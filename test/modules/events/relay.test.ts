import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../../../src/base/logger.ts'
import { readEventsAfter, readLastPosition } from '../../../src/modules/events/feed.ts'
import { EventRelay, placeEvents } from '../../../src/modules/events/relay.ts'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/sites.ts'

let app: TestApp
beforeAll(async () => {
  app = await startOwnTestApp()
})
afterAll(() => app.close())

/** Returns a client of an organization of its own, and a function that reads the events since then. */
async function buildListened() {
  const { id: organizationId, admin } = await buildOrganization(app)
  const client = app.as(admin)
  await placeEvents(app.database)
  const begin = await readLastPosition(app.database)
  return { organizationId, admin, client, begin, read: () => readEventsAfter(app.database, begin, 1000) }
}

describe('an event', () => {
  test('is written with the audit event, and read once it has a position', async () => {
    const { organizationId, admin, client, read } = await buildListened()
    const space = await buildSpace(client, organizationId, 'Old')
    await client.patch(`/spaces/${space.id}`, { title: 'New' })
    expect(await read()).toEqual([])
    await placeEvents(app.database)
    const events = await read()
    expect(events.map(({ type }) => type)).toEqual(['space.created', 'space.updated'])
    expect(events[1]).toMatchObject({
      id: expect.stringMatching(/^evt[0-9a-z]{26}$/),
      organizationId,
      actorUserId: admin.id,
      actorLabel: admin.displayName,
      targetType: 'Space',
      targetId: space.id,
      spaceId: space.id,
      changes: [
        {
          objectType: 'Space',
          objectId: space.id,
          before: { title: 'Old' },
          after: { title: 'New' },
          omitted: [],
        },
      ],
    })
  })
})

describe('a relay', () => {
  test('reads no whole table to place events, even one that PostgreSQL takes for empty', async () => {
    const { client, organizationId } = await buildListened()
    await app.database.write('DELETE FROM "Event"', [])
    await app.database.write('VACUUM (ANALYZE) "Event"', [])
    await buildSpace(client, organizationId)
    const [before, after] = await app.database.transaction(async ({ query }) => {
      // Those of earlier transactions are among them until the session has reported them.
      const readScans = () =>
        query<{ scans: number }>(
          `SELECT coalesce(sum(seq_scan), 0)::int AS scans FROM pg_stat_xact_user_tables WHERE relname = 'Event'`,
        )
      const before = await readScans()
      await query('SELECT place_events(1000)')
      return [before, await readScans()]
    })
    expect(after).toEqual(before)
  })

  test('places what its process writes, and tells of it', async () => {
    const { client, organizationId, begin, read } = await buildListened()
    const relay = new EventRelay({ database: app.database, logger: createLogger('error') })
    const told = Promise.withResolvers<void>()
    const end = relay.onNew((through) => {
      if (through > begin) told.resolve()
    })
    relay.start()
    try {
      await buildSpace(client, organizationId)
      await told.promise
      expect((await read()).map(({ type }) => type)).toEqual(['space.created'])
    } finally {
      end()
      await relay.stop()
    }
  })
})
