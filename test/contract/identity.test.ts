import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { schema } from '../../src/server/graph.ts'
import { routes } from '../../src/server/routes.ts'
import { inserted } from '../modules/content/computed-sources.ts'
import type { TestApp } from '../support/app.ts'
import { budget } from '../support/budget.ts'
import { buildProposal } from '../support/factories/change-requests.ts'
import { sendChanges } from '../support/factories/content.ts'
import { placeAllEvents } from '../support/place-all-events.ts'
import { startWorldApp, type World } from './world.ts'

let app: TestApp
let world: World
beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
})
afterAll(() => app.close())

/** An object that an answer contains, with its members. */
interface Found {
  readonly __typename: string
  readonly id: string
}

const callable = (type: GraphQLObjectType): GraphQLField<unknown, unknown>[] =>
  Object.values(type.getFields()).filter((field) => !field.args.some(isRequiredArgument))

const objectTypesOf = (field: GraphQLField<unknown, unknown>): readonly GraphQLObjectType[] => {
  const type = getNamedType(field.type)
  if (isObjectType(type)) return [type]
  return isAbstractType(type) ? schema.getPossibleTypes(type) : []
}

const hasId = (type: GraphQLObjectType) => type.getFields().id !== undefined

/** Returns the plain members of a type, and those of its embedded objects. */
function membersOf(type: GraphQLObjectType, depth: number): string {
  const members = callable(type).map((field) => {
    if (isLeafType(getNamedType(field.type))) return field.name
    const [only, ...others] = objectTypesOf(field)
    if (depth === 0 || !only || others.length > 0 || hasId(only) || isList(only)) return ''
    return `${field.name} { ${membersOf(only, depth - 1)} }`
  })
  return ['__typename', ...members].join(' ')
}

const isList = (type: GraphQLObjectType) => /Connection$/.test(type.name)

/** Selects the objects with ids behind a field, through lists and embedded objects. */
function edgeOf(field: GraphQLField<unknown, unknown>, depth: number): string {
  const selections = objectTypesOf(field).map((type) => {
    const inner = hasId(type) ? membersOf(type, 2) : edgesOf(type, depth - 1)
    return inner === '' ? '' : `... on ${type.name} { ${inner} }`
  })
  const selection = selections.filter(Boolean).join(' ')
  return selection === '' ? '' : `${field.name}${firstItems(field)} { ${selection} }`
}

const firstItems = ({ args }: GraphQLField<unknown, unknown>) =>
  args.some(({ name }) => name === 'first') ? '(first: 5)' : ''

/** The fields that a list has besides its nodes say nothing more. */
const eachEdgeOf = (type: GraphQLObjectType, depth: number): string[] =>
  depth < 0
    ? []
    : callable(type)
        .filter(({ name }) => !isList(type) || name === 'nodes')
        .map((field) => edgeOf(field, depth))
        .filter(Boolean)

const edgesOf = (type: GraphQLObjectType, depth: number): string => eachEdgeOf(type, depth).join(' ')

function objectsIn(value: unknown): Found[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'id' in value && '__typename' in value ? [value as Found] : []
  return [...own, ...Object.values(value).flatMap(objectsIn)]
}

/** Returns the members of an object, as `Type.member`, that node gives with other data. */
const differencesOf = (object: Found, node: Found | undefined): string[] =>
  Object.entries(object)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(node?.[name as keyof Found]))
    .map(([name]) => `${object.__typename}.${name}`)

const objectType = (name: string) => schema.getType(name) as GraphQLObjectType

/** The objects of each type whose edges are followed. */
const followed = budget(1, 4)

test('every object that a walk finds is found again by node, as the same type with equal data', async () => {
  const { client } = world
  const { spaceId, organizationId, pageId, specSlug, changeRequestId } = world.parametersFor(
    routes.find(({ path }) => path === '/user') as never,
  )
  const proposal = await buildProposal(client, spaceId as string)
  const title = (page: unknown, text: string) => ({ operation: 'update_page', page, title: text })
  await proposal.change(
    title(pageId, 'Proposed'),
    { operation: 'insert_page', type: 'link', title: 'Out', target: { kind: 'page', page: pageId } },
    inserted(specSlug as string),
  )
  await sendChanges(client, spaceId as string, title(pageId, 'Changed'))
  expect((await proposal.merge()).body.result).toBe('conflicts')
  await placeAllEvents(app)
  // Signed URLs stay the same for a minute or an hour. The clock stands still, so that none ends during the walk.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const checked = new Map<string, Set<string>>()
  const differences: string[] = []

  /** Reads the objects again by their ids. */
  const check = async (type: string, objects: readonly Found[]) => {
    const ids = [...new Set(objects.map(({ id }) => id))].slice(0, 100)
    const { data, errors } = await client.gql(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename ... on ${type} { ${membersOf(objectType(type), 2)} } } }`,
      { ids },
    )
    expect({ type, errors }).toEqual({ type, errors: undefined })
    const nodes = new Map<string, Found>(data.nodes.map((node: Found, index: number) => [ids[index], node]))
    for (const object of objects) {
      const node = nodes.get(object.id)
      if (nodes.has(object.id)) differences.push(...differencesOf(object, node))
    }
  }

  /** Follows edges of an object, in as many requests as the limit of one document needs. */
  const follow = async (object: Found, edges: readonly string[]): Promise<Found[]> => {
    if (edges.length === 0) return []
    const query = `query ($id: ID!) { node(id: $id) { ... on ${object.__typename} { ${edges.join(' ')} } } }`
    const { data, errors = [] } = await client.gql(query, { id: object.id })
    if (errors.some(({ extensions }) => extensions.reason === 'OPERATION_TOO_COMPLEX') && edges.length > 1) {
      const half = Math.ceil(edges.length / 2)
      return [...(await follow(object, edges.slice(0, half))), ...(await follow(object, edges.slice(half)))]
    }
    // Some edges of other users and teams are only for themselves.
    const codes = errors.map(({ extensions }) => extensions.code)
    expect(codes.filter((code) => code !== 'FORBIDDEN')).toEqual([])
    return objectsIn(data.node)
  }

  let next: Found[] = [
    { __typename: 'Organization', id: organizationId as string },
    { __typename: 'User', id: world.admin.id },
    { __typename: 'ChangeRequest', id: proposal.id },
    { __typename: 'ChangeRequest', id: changeRequestId as string },
    { __typename: 'Space', id: spaceId as string },
  ]
  while (next.length > 0) {
    const found: Found[] = []
    for (const object of next)
      found.push(...(await follow(object, eachEdgeOf(objectType(object.__typename), 3))))
    for (const [type, objects] of Map.groupBy(found, ({ __typename }) => __typename))
      await check(type, objects)
    next = []
    for (const { __typename, id } of found) {
      const known = checked.get(__typename) ?? new Set()
      checked.set(__typename, known)
      if (known.size < followed && !known.has(id)) next.push({ __typename, id })
      known.add(id)
    }
  }
  expect([...new Set(differences)]).toEqual([])
  const named = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name)
  expect(named.filter((name) => !checked.has(name))).toEqual([])
})
