import type { ErrorCode } from '../../../src/base/errors.ts'
import type { Examples, RowExample } from '../../../src/rest/examples.ts'
import { compiledRoutes } from '../../../src/server/compiled-routes.ts'
import { buildWorld, call, requiredQueryOf, rowName, type World } from '../../contract/world.ts'
import type { TestApp } from '../app.ts'
import { buildMember } from '../factories/organizations.ts'
import { takeSnapshot } from '../snapshot.ts'
import { normalize } from './normalize.ts'
import { publishedMethodOf } from './published-methods.ts'

/** Performs the request of every row, and one for each error that can be provoked, and returns what was said. */
export async function recordExamples(app: TestApp): Promise<Examples> {
  const world = await buildWorld(app)
  const restoreWorld = await takeSnapshot(app)
  const rows: Record<string, RowExample> = {}
  for (const { route, operationId } of compiledRoutes) {
    await restoreWorld()
    const parameters = world.parametersFor(route)
    const body = world.bodyFor(route)
    const query = requiredQueryOf(route, parameters)
    const { status, body: answer } = await call(world.client, route, parameters, body)
    if (status >= 300) throw new Error(`${rowName(route)} answers ${status}: ${JSON.stringify(answer)}`)
    const client = publishedMethodOf(route)
    rows[operationId] = {
      ...(Object.keys(query).length > 0 && { query }),
      ...(body !== undefined && { body }),
      ...(answer !== null && { answer }),
      ...(client && { client }),
    }
  }
  await restoreWorld()
  return normalize({ rows, errors: await recordErrors(app, world) }, app.url)
}

async function recordErrors(
  app: TestApp,
  { organizationId, client }: World,
): Promise<Partial<Record<ErrorCode, unknown>>> {
  const reader = await buildMember(app, organizationId, 'READ')
  const space = (await client.post(`/orgs/${organizationId}/spaces`, { title: 'Guide', empty: true })).body
  const answers = {
    BAD_USER_INPUT: await client.post('/orgs', { title: 'x' }),
    UNAUTHENTICATED: await app.as(null).get('/user'),
    FORBIDDEN: await app.as(reader).patch(`/orgs/${organizationId}`, { title: 'Renamed' }),
    NOT_FOUND: await client.get('/spaces/spc0'),
    CONFLICT: await client.post(`/spaces/${space.id}/transfer`, { organization: organizationId }),
  }
  return Object.fromEntries(Object.entries(answers).map(([code, { body }]) => [code, body]))
}
