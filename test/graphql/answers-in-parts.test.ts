import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { Defer20220824Handler } from '@apollo/client/incremental'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'

let app: TestApp
let client: TestClient
let organizationId: string
let spaceId: string
beforeAll(async () => {
  app = await startTestApp()
  const organization = await buildOrganization(app)
  organizationId = organization.id
  client = app.as(organization.admin)
  for (const title of ['One', 'Two', 'Three']) await client.post(`/orgs/${organizationId}/spaces`, { title })
  const { body } = await client.get(`/orgs/${organizationId}/spaces`)
  spaceId = body.items[0].id
})
afterAll(() => app.close())

const deferred = `query ($id: ID!) {
  organization(id: $id) { id ... @defer(label: "spaces") { spaces { totalCount nodes { id title } } } }
}`
const streamed = `query ($id: ID!) {
  organization(id: $id) { spaces { nodes @stream(initialCount: 1) { id title } } }
}`

const whole = async (query: string) =>
  (await client.gql(query.replace(/@(defer|stream)(\([^)]*\))?/g, ''), { id: organizationId })).data

async function send(query: string, accept: string, variables: object = { id: organizationId }) {
  const answer = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${client.token}`, Accept: accept },
    body: JSON.stringify({ query, variables }),
  })
  return { type: answer.headers.get('content-type'), text: await answer.text() }
}

// biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent, of whatever shape
const partsOf = (text: string): any[] =>
  [...text.matchAll(/^(?:data: )?(\{.*\})\r?$/gm)].map(([, json]) => JSON.parse(json as string))

describe('@defer and @stream', () => {
  test.each([
    'multipart/mixed',
    'multipart/mixed;deferSpec=20220824,application/json;q=0.9',
    'application/json, multipart/mixed',
  ])('send the answer in parts to clients with `Accept: %s`', async (accept) => {
    const { type, text } = await send(deferred, accept)
    expect(type).toMatch(/^multipart\/mixed/)
    const [first, ...others] = partsOf(text)
    expect(first).toEqual({ data: { organization: { id: organizationId } }, hasNext: true })
    const [part] = others.flatMap(({ incremental = [] }) => incremental)
    expect(part).toMatchObject({ path: ['organization'], label: 'spaces' })
    expect({ organization: { id: organizationId, ...part.data } }).toEqual(await whole(deferred))
    expect(others.at(-1).hasNext).toBe(false)
  })

  test('send the items of a list one after the other', async () => {
    const { text } = await send(streamed, 'multipart/mixed')
    const [first, ...others] = partsOf(text)
    const items = others.flatMap(({ incremental = [] }) => incremental).flatMap(({ items }) => items)
    expect(first.data.organization.spaces.nodes).toHaveLength(1)
    const expected = (await whole(streamed)).organization.spaces.nodes
    expect([...first.data.organization.spaces.nodes, ...items]).toEqual(expected)
  })

  test('are sent as events to clients that ask for events', async () => {
    const { type, text } = await send(deferred, 'text/event-stream')
    expect(type).toContain('text/event-stream')
    expect(partsOf(text).length).toBeGreaterThan(1)
    expect(text).toContain('event: complete')
  })

  test.each(['application/json', '*/*', 'application/json, multipart/mixed;q=0.5'])(
    'are answered at once for `Accept: %s`, with the same data',
    async (accept) => {
      for (const query of [deferred, streamed]) {
        const { type, text } = await send(query, accept)
        expect(type).toContain('application/json')
        expect(JSON.parse(text)).toEqual({ data: await whole(query) })
      }
    },
  )

  test('do not apply where `if` is false', async () => {
    const query = deferred.replace('label', 'if: false, label')
    const { text } = await send(query, 'multipart/mixed')
    expect(partsOf(text)[0].data).toEqual(await whole(query))
  })

  test('mask and name errors as other answers do, also in later parts', async () => {
    const query = `{ space(id: "${spaceId}") { id } ... @defer { viewer { id } hidden: space(id: "none") { id } } }`
    const { text } = await send(query, 'multipart/mixed')
    const errors = partsOf(text)
      .flatMap(({ incremental = [] }) => incremental)
      .flatMap((part) => part.errors ?? [])
    expect(errors).toMatchObject([{ path: ['hidden'], extensions: { code: 'NOT_FOUND' } }])
  })

  test('name the paths of invalid variables, and refuse invalid documents', async () => {
    const invalid = await send(deferred, 'multipart/mixed', { id: {} })
    expect(partsOf(invalid.text)[0].errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: [{ path: 'id' }],
    })
    const twice = '{ ... @defer(label: "a") { viewer { id } } ... @defer(label: "a") { viewer { email } } }'
    const refused = await send(twice, 'multipart/mixed')
    expect(partsOf(refused.text)[0].errors[0].message).toContain('label')
  })

  test('let a mutation run to its end and answer at once', async () => {
    const query = `mutation ($id: ID!) {
      updateOrganization(organizationId: $id, input: { title: "Parts" }) { organization { id ... @defer { title } } }
    }`
    const { text } = await send(query, 'multipart/mixed')
    expect(partsOf(text)[0].data.updateOrganization.organization).toEqual({
      id: organizationId,
      title: 'Parts',
    })
  })

  test('are read by Apollo Client', async () => {
    const apollo = new ApolloClient({
      link: new HttpLink({
        uri: `${app.url}/graphql`,
        headers: { Authorization: `Bearer ${client.token}` },
      }),
      cache: new InMemoryCache(),
      incrementalHandler: new Defer20220824Handler(),
    })
    const { data } = await apollo.query({ query: gql(deferred), variables: { id: organizationId } })
    expect(
      JSON.parse(JSON.stringify(data, (name, value) => (name === '__typename' ? undefined : value))),
    ).toEqual(await whole(deferred))
    apollo.stop()
  })
})
