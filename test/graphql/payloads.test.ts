import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServerBeside, startTestApp, type TestApp } from '../support/app.ts'
import { buildCollection } from '../support/factories/collections.ts'
import { buildMember, buildOrganization, grant, type TestUser } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { sendWith } from '../support/with-headers.ts'

let app: TestApp
let resolved: Awaited<ReturnType<typeof startServerBeside>>
let organization: Awaited<ReturnType<typeof buildOrganization>>

beforeAll(async () => {
  app = await startTestApp()
  resolved = await startServerBeside(app, { config: { executor: 'resolvers' } })
  organization = await buildOrganization(app)
})
afterAll(async () => {
  await resolved.close()
  await app.close()
})

/** Both executors answer every test alike. */
const executors = [
  ['compiled', (user: TestUser | null) => app.as(user)],
  ['resolvers', (user: TestUser | null) => resolved.as(user)],
] as const

describe.each(executors)('with the executor `%s`', (_name, as) => {
  test('the queries of a payload see what the mutation wrote, and only that of mutations before them', async () => {
    const [first, second] = [await buildSpace(app, organization), await buildSpace(app, organization)]
    const { data, errors } = await as(organization.admin).gql(
      `mutation ($first: ID!, $second: ID!) {
        one: updateSpace(spaceId: $first, input: { title: "One" }) { query { ...Titles } }
        two: updateSpace(spaceId: $second, input: { title: "Two" }) { query { ...Titles } }
      }
      fragment Titles on Query { first: space(id: $first) { title } second: space(id: $second) { title } }`,
      { first: first.id, second: second.id },
    )
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      one: { query: { first: { title: 'One' }, second: { title: 'Space' } } },
      two: { query: { first: { title: 'One' }, second: { title: 'Two' } } },
    })
  })

  test('the queries and owners of a payload are read with the rights that the caller has after the mutation', async () => {
    const guest = await buildMember(app, organization.id, null)
    const space = await buildSpace(app, organization, { defaultLevel: null })
    await grant(app, guest, 'ADMIN', { spaceId: space.id })
    const { data, errors } = await as(guest).gql(
      `mutation ($space: ID!, $user: ID!) {
        before: updateSpace(spaceId: $space, input: { title: "Mine" }) { space { title } query { space(id: $space) { title } } }
        removeUserPermission(target: { spaceId: $space }, userId: $user) {
          space { id }
          query { viewer { id } space(id: $space) { title } }
        }
        after: updateSpace(spaceId: $space, input: { title: "Not mine" }) { space { title } }
      }`,
      { space: space.id, user: guest.id },
    )
    expect(data).toEqual({
      before: { space: { title: 'Mine' }, query: { space: { title: 'Mine' } } },
      removeUserPermission: { space: null, query: { viewer: { id: guest.id }, space: null } },
      after: null,
    })
    expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions.code])).toEqual([
      ['removeUserPermission.query.space', 'NOT_FOUND'],
      ['after', 'NOT_FOUND'],
    ])
  })

  test('a caller who leaves no longer reads what they left, whose member has the id that lists have', async () => {
    const member = await buildMember(app, organization.id, 'READ')
    const listed = await as(member).gql(
      'query ($organization: ID!, $user: ID!) { member(organizationId: $organization, userId: $user) { id } }',
      { organization: organization.id, user: member.id },
    )
    const { data } = await as(member).gql(
      `mutation ($organization: ID!, $user: ID!) {
        removeMember(organizationId: $organization, userId: $user) {
          removedMemberId removedUserId organization { id }
          query { organization(id: $organization) { id } viewer { id } }
        }
      }`,
      { organization: organization.id, user: member.id },
    )
    expect(data.removeMember).toEqual({
      removedMemberId: listed.data.member.id,
      removedUserId: member.id,
      organization: null,
      query: { organization: null, viewer: { id: member.id } },
    })
  })

  test('rights that a mutation gives its caller are had in its payload', async () => {
    const { data } = await as(organization.admin).gql(
      `mutation { createOrganization(input: { title: "Own" }) {
        organization { permissions { admin } } query { organizations { nodes { title } } }
      } }`,
    )
    const { organization: made, query } = data.createOrganization
    expect(made.permissions).toEqual({ admin: true })
    expect(query.organizations.nodes).toContainEqual({ title: 'Own' })
  })

  test('who revokes the token of the request reads nothing after it', async () => {
    const member = await buildMember(app, organization.id, 'READ')
    const { data: listed } = await as(member).gql('{ viewer { tokens { nodes { id } } } }')
    const [{ id }] = listed.viewer.tokens.nodes
    const { data, errors } = await as(member).gql(
      'mutation ($id: ID!) { revokeApiToken(tokenId: $id) { revokedApiTokenId user { id } query { viewer { id } } } }',
      { id },
    )
    expect(data).toEqual({
      revokeApiToken: { revokedApiTokenId: id, user: null, query: { viewer: null } },
    })
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['UNAUTHENTICATED'])
  })

  test('an error in the queries of a payload leaves the rest of the payload', async () => {
    const space = await buildSpace(app, organization)
    const { data, errors } = await as(organization.admin).gql(
      `mutation ($space: ID!) {
        updateSpace(spaceId: $space, input: { title: "New" }) {
          space { title }
          query { nowhere: space(id: "unknown") { id } space(id: $space) { title parent { id } } }
        }
      }`,
      { space: space.id },
    )
    expect(data.updateSpace).toEqual({
      space: { title: 'New' },
      query: { nowhere: null, space: { title: 'New', parent: null } },
    })
    expect(errors).toMatchObject([
      { path: ['updateSpace', 'query', 'nowhere'], extensions: { code: 'NOT_FOUND' } },
    ])
  })

  test('a move answers the parents before and after it, each with its list', async () => {
    const [from, to] = [await buildCollection(app, organization), await buildCollection(app, organization)]
    const space = await buildSpace(app, organization, { parent: from })
    const { data } = await as(organization.admin).gql(
      `mutation ($space: ID!, $to: ID!) {
        moveSpace(spaceId: $space, input: { parent: $to }) {
          space { parent { id } } organization { id }
          parent { id spaces { nodes { id } } } previousParent { id spaces { totalCount } }
        }
      }`,
      { space: space.id, to: to.id },
    )
    expect(data.moveSpace).toEqual({
      space: { parent: { id: to.id } },
      organization: { id: organization.id },
      parent: { id: to.id, spaces: { nodes: [{ id: space.id }] } },
      previousParent: { id: from.id, spaces: { totalCount: 0 } },
    })
  })
})

test('what the queries of a payload cost is limited with the rest of the request, and leaves what was written', async () => {
  const limited = await startServerBeside(app, { config: { maxQueryObjects: 20 } })
  const spaces = await Promise.all(Array.from({ length: 12 }, () => buildSpace(app, organization)))
  const list = `query { organization(id: "${organization.id}") { spaces(first: 12) { nodes { title } } } }`
  const mutation = (alias: string, index: number) =>
    `${alias}: updateSpace(spaceId: "${spaces[index]?.id}", input: { title: "${alias}" }) { space { title } ${list} }`
  const { data, errors } = await limited
    .as(organization.admin)
    .gql(`mutation { ${mutation('one', 0)} ${mutation('two', 1)} ${mutation('three', 2)} }`)
  expect(data.one.query.organization.spaces.nodes).toHaveLength(12)
  expect(data.two.space).toEqual({ title: 'two' })
  expect(data.three).toBeNull()
  expect(errors?.map(({ extensions }) => extensions.reason)).toEqual(['OPERATION_TOO_LARGE'])
  await limited.close()
})

test('with an Idempotency-Key the queries see what the transaction has written, and are answered again', async () => {
  const guest = await buildMember(app, organization.id, null)
  const space = await buildSpace(app, organization, { defaultLevel: null })
  const grantOn = (role: string) => ({
    query: `mutation ($space: ID!, $user: ID!) {
      updateSpace(spaceId: $space, input: { title: "${role}" }) {
        query { space(id: $space) { title userPermissions { totalCount } } }
      }
      grantPermissions(target: { spaceId: $space }, input: { role: ${role}, users: [$user] }) {
        query { space(id: $space) { userPermissions { nodes { role user { id } } } } }
      }
    }`,
    variables: { space: space.id, user: guest.id },
  })
  const send = (key: string, body: unknown) =>
    sendWith(app, organization.admin, 'POST', '/graphql', { headers: { 'Idempotency-Key': key }, body })
  const first = await send('payloads', grantOn('READ'))
  expect(first.body.data).toEqual({
    updateSpace: { query: { space: { title: 'READ', userPermissions: { totalCount: 0 } } } },
    grantPermissions: {
      query: { space: { userPermissions: { nodes: [{ role: 'READ', user: { id: guest.id } }] } } },
    },
  })
  await send('payloads again', grantOn('EDIT'))
  expect((await send('payloads', grantOn('READ'))).body).toEqual(first.body)
  const left = await sendWith(app, guest, 'POST', '/graphql', {
    headers: { 'Idempotency-Key': 'leaving' },
    body: {
      query: `mutation ($organization: ID!, $user: ID!) {
        removeMember(organizationId: $organization, userId: $user) { organization { id } query { viewer { id } space(id: "${space.id}") { id } } }
      }`,
      variables: { organization: organization.id, user: guest.id },
    },
  })
  expect(left.body.data.removeMember).toEqual({
    organization: null,
    query: { viewer: { id: guest.id }, space: null },
  })
})

test('reads that fail have their places in the queries of a payload, beside what was written', async () => {
  const failure = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  const broken = await startServerBeside(app, { database: { texts: () => Promise.reject(failure) } })
  const space = await buildSpace(app, organization)
  const { data, errors } = await broken.as(organization.admin).gql(
    `mutation ($space: ID!) { updateSpace(spaceId: $space, input: { title: "Kept" }) {
      space { title } query { space(id: $space) { title } viewer { id } }
    } }`,
    { space: space.id },
  )
  expect(data).toEqual({ updateSpace: { space: { title: 'Kept' }, query: { space: null, viewer: null } } })
  expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions.code])).toEqual([
    ['updateSpace.query.space', 'SERVICE_UNAVAILABLE'],
    ['updateSpace.query.viewer', 'SERVICE_UNAVAILABLE'],
  ])
  await broken.close()
})

test('the queries of a payload are read by one statement besides that of the viewer, and cost nothing where they are not selected', async () => {
  const space = await buildSpace(app, organization)
  const statements = async (payload: string) => {
    const document = `mutation ($space: ID!, $title: String!) {
      updateSpace(spaceId: $space, input: { title: $title }) { ${payload} }
    }`
    const update = (title: string) => app.as(organization.admin).gql(document, { space: space.id, title })
    await update('First')
    return (await app.statements(() => update('Second'))).count
  }
  const plain = await statements('space { title }')
  const query =
    'query { space(id: $space) { title parent { title } organization { title spaces { nodes { id } } } } }'
  expect(await statements(`space { title } ${query}`)).toBe(plain + 2)
})
