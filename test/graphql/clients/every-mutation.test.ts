import { ApolloClient, HttpLink, InMemoryCache, type NormalizedCacheObject } from '@apollo/client'
import { type DocumentNode, print } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '../../../src/rest/route.ts'
import { schema } from '../../../src/server/graph.ts'
import { routes } from '../../../src/server/routes.ts'
import { rowNamed } from '../../contract/row-permissions.ts'
import { documentOf, mutationOf, variablesOf } from '../../contract/unspelled.ts'
import { isRead, requiredQueryOf, rowName, startWorldApp, type World } from '../../contract/world.ts'
import { screens } from '../../docs/screens.ts'
import type { TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { takeSnapshot } from '../../support/snapshot.ts'
import { changedElsewhere } from './changed-elsewhere.ts'
import { asScreenVariables, ScreenSelections } from './payload-documents.ts'
import { possibleTypes, typePolicies, withTypeNames } from './screens.ts'

const shown = screens().map(({ name, document }) => ({ name, query: withTypeNames(document) }))
const elsewhere = changedElsewhere()
const selections = new ScreenSelections(screens())

const writes = routes.filter((row) => !isRead(row))
const nameOf = (route: Route) => mutationOf(documentOf(route))

/** Its caller has no token yet, and thus no screens. */
const withoutScreens = 'acceptEmailInvite'

/** The mutations of `npm test`: one of each kind, and those whose changes are seen furthest. */
const representative: ReadonlySet<string> = new Set([
  'createSpace',
  'updateSpace',
  'moveSpace',
  'deleteSpace',
  'updateContent',
  'mergeChangeRequest',
  'createCommentReply',
  'deleteComment',
  'removeMember',
  'removeTeamMember',
  'grantPermissions',
  'createApiToken',
  'deleteSiteSection',
  'deleteCustomField',
])

let app: TestApp
let world: World
let restoreWorld: () => Promise<void>
let ids: Readonly<Record<string, unknown>>
/** The cache of an application that has shown all ten screens. */
let filled: NormalizedCacheObject

beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
  const parameters = world.parametersFor(rowNamed('GET /user'))
  ids = {
    org: world.organizationId,
    space: parameters.spaceId,
    page: parameters.pageId,
    changeRequest: parameters.changeRequestId,
    site: parameters.siteId,
    admin: true,
  }
  const client = openClient()
  for (const { query } of shown) await client.query({ query, variables: declaredIn(query, ids) })
  filled = client.cache.extract() as NormalizedCacheObject
  restoreWorld = await takeSnapshot(app)
})
afterAll(() => app.close())

const openClient = () =>
  new ApolloClient({
    cache: new InMemoryCache({ possibleTypes, typePolicies }),
    link: new HttpLink({
      uri: `${app.url}/graphql`,
      headers: { Authorization: `Bearer ${world.admin.token}` },
    }),
  })

/** Returns the values of the variables that an operation declares. */
function declaredIn(document: DocumentNode, values: Readonly<Record<string, unknown>>) {
  const declared = [...print(document).matchAll(/\$(\w+):/g)].map((match) => match[1] as string)
  return Object.fromEntries(declared.filter((name) => name in values).map((name) => [name, values[name]]))
}

/** The time of the last use of a token is that of some request of the last minute. */
const settled = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, member) => (key === 'lastUsedAt' ? null : member)))

type Payload = Readonly<Record<string, unknown>>

/** Returns the ids of what a payload says is gone, by the types of its fields: `deletedSpaceId` is that of a Space. */
const goneIn = (payload: Payload) =>
  Object.entries(payload).flatMap(([name, id]) => {
    const type = /^(?:deleted|removed|revoked)(?!User)(\w+)Id$/.exec(name)?.[1]
    return type ? [{ type, id }] : []
  })

/**
 * Calls a mutation as an application does that has shown the ten screens, and that takes what is gone out of its cache.
 * Returns the names of the screens which the cache then shows otherwise than the server, or not at all.
 */
async function staleAfter(route: Route, queried: readonly string[], objects = true): Promise<string[]> {
  const client = openClient()
  client.cache.restore(structuredClone(filled))
  const parameters = world.parametersFor(route)
  const given = variablesOf(route, {
    parameters,
    query: requiredQueryOf(route, parameters),
    body: world.bodyFor(route),
  })
  const mutation = selections.mutation(documentOf(route), { screens: queried, objects })
  const variables = declaredIn(mutation, { ...given, ...asScreenVariables(ids) })
  const { data } = await client.mutate<Record<string, Payload>>({ mutation, variables })
  const gone = goneIn(data?.[nameOf(route)] ?? {})
  for (const { type, id } of gone) client.cache.evict({ id: `${type}:${id}` })
  client.cache.gc()
  const stale: string[] = []
  for (const { name, query } of shown) {
    const variables = declaredIn(query, ids)
    const cached = client.cache.readQuery({ query, variables })
    if (gone.some(({ id }) => Object.values(variables).includes(id))) {
      // A screen of what is gone is not shown again.
      expect(cached).toBeNull()
      continue
    }
    const wire = await world.client.gql(print(query), variables)
    if (gone.some(({ type }) => type === 'Organization')) {
      // What the organization had is gone with it, and an application shows no screen of it.
      expect(wire.errors?.map(({ extensions }) => extensions.code)).toContain('NOT_FOUND')
      continue
    }
    expect(wire.errors).toBeUndefined()
    if (JSON.stringify(settled(cached)) !== JSON.stringify(settled(wire.data))) stale.push(name)
  }
  return stale
}

test('every mutation is called', () => {
  expect([...new Set(writes.map(nameOf))].sort()).toEqual(
    Object.keys(schema.getMutationType()?.getFields() ?? {}).sort(),
  )
  const known = new Set(writes.map(nameOf))
  for (const name of [...elsewhere.keys(), ...representative]) expect(known).toContain(name)
})

describe('after a mutation, a cache that has read its payload shows the ten screens as the server does', () => {
  const called = writes.filter((route) => nameOf(route) !== withoutScreens)
  const chosen = isLongRun
    ? called
    : oneRowIn(
        4,
        called.filter((route) => representative.has(nameOf(route))),
      )

  test.each(chosen.map((route) => [rowName(route), route] as const))('%s', async (_name, route) => {
    await restoreWorld()
    expect(await staleAfter(route, elsewhere.get(nameOf(route)) ?? [])).toEqual([])
  })
})

describe('the queries that an application selects for what has changed elsewhere', () => {
  const listed = [...elsewhere].filter(
    ([name], index) => isLongRun || (index % 3 === 0 && representative.has(name)),
  )

  test.each(listed)('are all needed after %s', async (name, queried) => {
    const stale = new Set<string>()
    for (const route of writes.filter((row) => nameOf(row) === name)) {
      await restoreWorld()
      for (const screen of await staleAfter(route, [])) stale.add(screen)
    }
    expect([...stale].sort()).toEqual([...queried].sort())
  })
})

test('the ten screens fit into one payload, within the limits of a request', async () => {
  await restoreWorld()
  const route = rowNamed('PATCH /spaces/:spaceId')
  const all = shown.map(({ name }) => name)
  expect(await staleAfter(route, all, false)).toEqual([])
})
