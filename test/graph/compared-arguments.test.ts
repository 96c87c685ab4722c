import { isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparedExtension } from '../../src/graph/declare/connection.ts'
import { schema } from '../../src/server/graph.ts'
import { rowNamed } from '../contract/row-permissions.ts'
import { startWorldApp, type World } from '../contract/world.ts'
import { startServerBeside, type TestApp } from '../support/app.ts'
import { budget, fallsTo, oneRowIn } from '../support/budget.ts'
import { buildMember } from '../support/factories/organizations.ts'

let compiled: TestApp
let resolved: Awaited<ReturnType<typeof startServerBeside>>
let world: World
let parameters: Record<string, string>

beforeAll(async () => {
  ;({ app: compiled, world } = await startWorldApp())
  resolved = await startServerBeside(compiled, { config: { executor: 'resolvers' } })
  parameters = world.parametersFor(rowNamed('GET /user'))
  const { client } = world
  const { spaceId, pageId } = parameters
  for (const text of ['One', 'Two'])
    await client.post(`/spaces/${spaceId}/comments`, { page: pageId, body: { markdown: text } })
})
afterAll(async () => {
  await resolved.close()
  await compiled.close()
})

const ofOrganization = (field: string, declared: string) =>
  `query ($parent: ID!, ${declared}) { organization(id: $parent) { ${field} { totalCount nodes { id } } } }`

/** The documents that give each argument, and the parameter with the id of the parent. */
const documents: Readonly<Record<string, { readonly parent: string; readonly text: string }>> = {
  'Space.comments(targetPage)': {
    parent: 'spaceId',
    text: `query ($parent: ID!, $id: ID) {
      space(id: $parent) { comments(targetPage: $id) { totalCount nodes { id } } }
    }`,
  },
  'ChangeRequest.comments(targetPage)': {
    parent: 'spaceId',
    text: `query ($parent: ID!, $id: ID) {
      space(id: $parent) { changeRequests { nodes { comments(targetPage: $id) { totalCount nodes { id } } } } }
    }`,
  },
  'Organization.sites(space)': {
    parent: 'organizationId',
    text: ofOrganization('sites(space: $id)', '$id: ID'),
  },
  ...Object.fromEntries(
    ['creator', 'contributor', 'requestedReviewer'].map((name) => [
      `Space.changeRequests(${name})`,
      {
        parent: 'spaceId',
        text: `query ($parent: ID!, $id: ID) {
          space(id: $parent) { changeRequests(status: null, ${name}: $id) { totalCount nodes { id } } }
        }`,
      },
    ]),
  ),
  ...Object.fromEntries(
    ['creator', 'contributor', 'requestedReviewer', 'space', 'site'].flatMap((name) => [
      [
        `Organization.changeRequests(${name})`,
        {
          parent: 'organizationId',
          text: ofOrganization(`changeRequests(status: null, ${name}: $id)`, '$id: ID'),
        },
      ],
      [
        `User.changeRequests(${name})`,
        {
          parent: 'userId',
          text: `query ($id: ID) { viewer { changeRequests(status: null, ${name}: $id) { totalCount nodes { id } } } }`,
        },
      ],
    ]),
  ),
}

const comparedArguments = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type)
    ? Object.values(type.getFields()).flatMap((field) =>
        field.args.flatMap(({ name, extensions }) =>
          extensions[comparedExtension] ? [`${type.name}.${field.name}(${name})`] : [],
        ),
      )
    : [],
)

test('the documents give all arguments that are only compared', () => {
  expect(Object.keys(documents).sort()).toEqual(comparedArguments.sort())
})

describe.each(oneRowIn(3, comparedArguments))('%s', (name) => {
  test('has the answers of resolvers for every id, one after the other', async () => {
    const { parent, text } = documents[name] as (typeof documents)[string]
    const { organizationId, admin } = world
    const { spaceId, pageId, siteId } = parameters
    const member = await buildMember(compiled, organizationId, 'EDIT')
    const ids = [spaceId, pageId, siteId, admin.id, member.id]
    const values = [
      ...ids,
      `${pageId}@chr_none`,
      `${admin.id}@${organizationId}`,
      '',
      '@',
      null,
      undefined,
      // Again, now that the others were asked for.
      ...ids.slice(0, budget(1, ids.length)),
    ]
    const counts = new Set<string>()
    // In `npm test` each of the two asks for half of the arguments.
    const users = [admin, member].filter((_user, turn) => fallsTo(turn, 2, comparedArguments.indexOf(name)))
    for (const user of users)
      for (const id of values) {
        const variables = { parent: { ...parameters, organizationId, userId: admin.id }[parent], id }
        const expected = await resolved.as(user).gql(text, variables)
        expect(await compiled.as(user).gql(text, variables)).toEqual(expected)
        counts.add(JSON.stringify(expected.data))
      }
    expect(counts.size).toBeGreaterThan(1)
  })
})
