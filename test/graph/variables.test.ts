import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWorldApp, type World } from '../contract/world.ts'
import { startServerBeside, type TestApp } from '../support/app.ts'
import { steady } from './comparable.ts'

let compiled: TestApp
let resolved: Awaited<ReturnType<typeof startServerBeside>>
let world: World

beforeAll(async () => {
  ;({ app: compiled, world } = await startWorldApp())
  resolved = await startServerBeside(compiled, { config: { executor: 'resolvers' } })
})
afterAll(async () => {
  await resolved.close()
  await compiled.close()
})

interface Asked {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationName?: string
}

interface Answer {
  readonly status: number
  readonly body: {
    data?: unknown
    errors?: { message: string; path?: unknown; extensions: { code?: string } }[]
  }
}

async function askOne(url: string, asked: Asked): Promise<Answer> {
  const { variables } = asked
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${world.admin.token}` },
    body: JSON.stringify({ ...asked, variables: { id: world.organizationId, ...variables } }),
  })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

/** Asks both servers, and returns the answer that they must share. */
async function ask(asked: Asked): Promise<Answer> {
  const [one, other] = [await askOne(compiled.url, asked), await askOne(resolved.url, asked)]
  expect(steady(one)).toBe(steady(other))
  return one
}

/** Returns the codes of the errors of an answer. */
const codesOf = ({ body: { errors = [] } }: Answer) => errors.map(({ extensions: { code } }) => code)

describe('a document with several operations', () => {
  const query = `
    query A($s: Boolean!, $b: Boolean!, $t: Boolean!) {
      viewer { id @include(if: $s) a: id @include(if: $b) c: id @include(if: $t) }
    }
    query B($s: String, $b: Boolean!, $t: String, $id: ID!) {
      viewer { id displayName @include(if: $b) }
      organization(id: $id) { x: spaces(search: $s) { totalCount } y: spaces(search: $t) { totalCount } }
    }`

  test('selects by the conditions of its operation, whatever the others decide by', async () => {
    await ask({ query, operationName: 'B', variables: { s: 'p,true', b: false, t: 'q' } })
    const { body } = await ask({ query, operationName: 'B', variables: { s: 'p', b: true, t: 'false,q' } })
    expect(body).toMatchObject({ data: { viewer: { displayName: expect.any(String) } } })
  })

  test.each([
    'query B($v: SpaceOrder = {field: TITLE}, $id: ID!) { organization(id: $id) { spaces(orderBy: $v) { totalCount } } }',
    'query B($v: [ChangeRequestStatus!] = [OPEN], $id: ID!) { organization(id: $id) { changeRequests(status: $v) { totalCount } } }',
    'mutation B($v: UpdateOrganizationInput = {title: "Same"}, $id: ID!) { updateOrganization(organizationId: $id, input: $v) { organization { id } } }',
  ])('is answered where a condition of another has the name of the input of %s', async (operation) => {
    const document = `query A($v: Boolean!) { viewer { id @include(if: $v) } } ${operation}`
    const { status, body } = await ask({ query: document, operationName: 'B', variables: {} })
    expect([status, body.errors]).toEqual([200, undefined])
  })
})

describe('a variable with a default that is null', () => {
  test.each([
    'query ($v: Boolean = true) { viewer { id @include(if: $v) } }',
    'query ($v: Boolean = true) { viewer @skip(if: $v) { id } }',
    'query ($v: Boolean = true) { viewer { ...F } } fragment F on User { ... @include(if: $v) { id } }',
    'query ($v: Boolean = true) { space(id: "spcnone") { id @include(if: $v) } }',
    'mutation ($v: Boolean = true) { deleteSpace(spaceId: "spcnone") { deletedSpaceId @include(if: $v) } }',
  ])('is refused where a directive decides by it, before anything is done: %s', async (query) => {
    const { body } = await ask({ query, variables: { v: null } })
    expect(body).toEqual({
      errors: [
        expect.objectContaining({
          message: 'Variable "$v" must not be null, because a directive decides by it.',
          extensions: expect.objectContaining({ code: 'BAD_USER_INPUT' }),
        }),
      ],
    })
  })

  test.each([
    'query ($v: ID = "x") { viewer { id } space(id: $v) { id } }',
    'query ($id: ID!, $v: OrderDirection = DESC) { organization(id: $id) { spaces(orderBy: {field: TITLE, direction: $v}) { totalCount } } }',
    'query ($id: ID!, $v: ChangeRequestStatus = OPEN) { organization(id: $id) { changeRequests(status: [$v]) { totalCount } } }',
    'mutation ($v: ID = "x") { deleteSpace(spaceId: $v) { deletedSpaceId } }',
  ])('is an error of the request where an argument needs a value: %s', async (query) => {
    const answer = await ask({ query, variables: { v: null } })
    expect(codesOf(answer)).toEqual(['BAD_USER_INPUT'])
    expect(answer.body.errors?.[0]).toMatchObject({
      message: expect.stringMatching(/^Argument "/),
      path: expect.any(Array),
    })
  })
})

describe('the arguments of a list', () => {
  test.each([
    ['before', 'first: 1, before: "x"'],
    ['before', 'after: "x", before: "x"'],
    ['last', 'first: 1, last: 1'],
    ['last', 'after: "x", last: 1'],
  ])('%s is refused in (%s), as no page is both of the beginning and of the end', async (name, given) => {
    const query = `query ($id: ID!) { organization(id: $id) { spaces(${given}) { totalCount nodes { id } } } }`
    const answer = await ask({ query, variables: {} })
    expect(codesOf(answer)).toEqual(['BAD_USER_INPUT'])
    expect(answer.body.errors?.[0]?.message).toContain(`${name}: cannot be combined with first or after`)
  })
})
