import { type ASTNode, Kind, parse, print, visit } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/server/routes.ts'
import { startWorldApp, type World } from '../contract/world.ts'
import type { TestApp, TestClient } from '../support/app.ts'
import { buildPage } from '../support/factories/content.ts'
import { buildMember } from '../support/factories/organizations.ts'
import { screens } from './screens.ts'

let app: TestApp
let world: World
let reader: TestClient
let ids: Record<string, string>

beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
  reader = app.as(await buildMember(app, world.organizationId, 'READ'))
  const route = routes.find(({ path }) => path === '/orgs/:organizationId')
  if (!route) throw new Error('there is no row of the organization')
  const parameters = world.parametersFor(route)
  ids = {
    org: world.organizationId,
    space: parameters.spaceId as string,
    page: parameters.pageId as string,
    changeRequest: parameters.changeRequestId as string,
    site: parameters.siteId as string,
  }
})
afterAll(() => app.close())

/** Runs the document with the variables that it declares. */
function show(client: TestClient, document: string, admin: boolean, given: Record<string, string> = {}) {
  const declared = [...document.matchAll(/\$(\w+):/g)].map((match) => match[1] as string)
  const values: Record<string, unknown> = { ...ids, ...given, admin }
  return client.gql(document, Object.fromEntries(declared.map((name) => [name, values[name]])))
}

/** Returns the names of the members on which the data has nothing at its root. */
const missing = (data: Record<string, unknown>) =>
  Object.keys(data).filter((key) => data[key] === null || data[key] === undefined)

test('there are ten screens, each one operation', () => {
  const names = screens().map(({ name }) => name)
  expect(new Set(names).size).toBe(10)
  for (const { document } of screens()) expect(document.match(/^(query|mutation)\b/gm)).toEqual(['query'])
})

test.each(screens())('$name tells of every list where its next page begins', ({ document }) => {
  const without: string[] = []
  visit(parse(document), {
    SelectionSet({ selections }, _key, parent) {
      const names = selections.map((each) => (each.kind === Kind.FIELD ? each.name.value : ''))
      if (names.includes('nodes') && !names.includes('pageInfo')) without.push(print(parent as ASTNode))
    },
  })
  expect(without).toEqual([])
})

/** The screens with fields that need code: they compare versions, parse Markdown, and derive the rights of members. */
const byCode = ['PageScreen', 'ChangeRequestScreen', 'PermissionsScreen']

test.each(screens().filter(({ name }) => !byCode.includes(name)))(
  '$name is read by one statement, beside the look-up of the viewer',
  async ({ document }) => {
    const created = await world.client.post(`/orgs/${world.organizationId}/spaces`, { title: 'Stored' })
    // Of a space whose pages are all stored. Generated pages need code.
    const space = created.body.id
    const parent = await buildPage(world.client, space, { title: 'Above' })
    await buildPage(world.client, space, { title: 'Below', into: parent })
    await show(world.client, document, true, { space })
    const { count } = await app.statements(() => show(world.client, document, true, { space }))
    expect(count).toBeLessThanOrEqual(2)
  },
)

describe.each(screens())('$name', ({ document }) => {
  test('shows an admin everything, without an error', async () => {
    const { data, errors } = await show(world.client, document, true)
    expect(errors).toBeUndefined()
    expect(missing(data)).toEqual([])
  })

  test('shows a member with the role read what they may see, without an error', async () => {
    const { data, errors } = await show(reader, document, false)
    expect(errors).toBeUndefined()
    expect(missing(data)).toEqual([])
  })
})
