import { type FieldNode, getOperationAST, Kind, parse } from 'graphql'
import { expect } from 'vitest'
import { eventIdOf } from '../../src/base/identifiers.ts'
import type { Route } from '../../src/rest/route.ts'
import type { RestAnswer, TestApp } from '../support/app.ts'
import { rowNamed } from './row-permissions.ts'
import { isRead, rowName, type World } from './world.ts'

/** Returns the field that the document of a row begins with. */
function fieldOf(route: Route): string {
  const [first] = getOperationAST(parse(route.operation))?.selectionSet.selections ?? []
  if (first?.kind !== Kind.FIELD) throw new Error(`${rowName(route)} has no field`)
  return (first as FieldNode).name.value
}

/** Returns the organization in which a row does something; null for what belongs to a user alone. */
function organizationOf(route: Route, world: World, { body }: RestAnswer): string | null {
  if (['POST /orgs', 'POST /orgs/:organizationId/restore'].includes(rowName(route))) return body.id
  return /^\/(user|users)\b/.test(route.path) ? null : world.organizationId
}

/** The rows by which visitors write, who are no users. */
const rowsOfVisitors = ['POST /orgs/:organizationId/sites/:siteId/insights/events']

/** Returns the secrets of the world, as they are stored and as they are sent. */
export async function secretsOf(app: TestApp, world: World): Promise<readonly string[]> {
  const rows = await app.database.query<{ secret: string }>(
    `SELECT hash AS secret FROM "ApiToken" UNION ALL SELECT "secretHash" FROM "EmailInvite"
     UNION ALL SELECT id FROM "LinkInvite" UNION ALL SELECT key FROM "ShareLink"
     UNION ALL SELECT "privateKey" FROM "PublishingAuth"`,
    [],
  )
  const { inviteSecret } = world.parametersFor(rowNamed('GET /user'))
  return [...rows.map(({ secret }) => secret), world.admin.token, inviteSecret as string]
}

/** Returns the event of an organization that was written with an audit event. */
async function eventOf(app: TestApp, audited: Record<string, unknown>): Promise<unknown> {
  const [told] = await app.database.query<{ type: string }>('SELECT * FROM "Event" WHERE id = $1', [
    eventIdOf(audited.id as string),
  ])
  if (told)
    expect(told).toMatchObject({
      type: expect.stringMatching(/^[a-z_]+\.[a-z_]+$/),
      organizationId: audited.organizationId,
      actorUserId: audited.userId,
      targetType: audited.targetType,
      targetId: audited.targetId,
      personId: audited.personId,
    })
  return told
}

/** Expects one audit event of a row that writes, with its event, in the right organization and without secrets, and none of one that reads. */
export async function expectAudited(
  app: TestApp,
  world: World,
  route: Route,
  answer: RestAnswer,
  secrets: readonly string[],
): Promise<void> {
  const events = await app.database.query<{ event: Record<string, unknown> }>(
    'SELECT to_jsonb(e) AS event FROM "AuditEvent" e WHERE "requestId" = $1',
    [answer.headers.get('x-request-id')],
  )
  expect(events).toHaveLength(isRead(route) || rowsOfVisitors.includes(rowName(route)) ? 0 : 1)
  const [found] = events
  if (!found) return
  const { event } = found
  expect(event).toMatchObject({
    action: fieldOf(route),
    organizationId: organizationOf(route, world, answer),
    userId: world.admin.id,
    userLabel: expect.any(String),
    tokenId: expect.stringMatching(/^tok/),
    source: 'API',
    address: '127.0.0.1',
    targetType: expect.stringMatching(/^[A-Z]/),
    targetId: expect.stringMatching(/./),
  })
  const told = await eventOf(app, event)
  expect(told === undefined).toBe(event.organizationId === null)
  const text = JSON.stringify([event, told])
  const { token, secret } = answer.body ?? {}
  const known = [...secrets, ...(await secretsOf(app, world)), token, secret]
  expect(known.filter((each) => typeof each === 'string' && text.includes(each))).toEqual([])
}
