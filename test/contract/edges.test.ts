import { type GraphQLObjectType, getNamedType, isLeafType } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/identifiers.ts'
import type { Role } from '../../src/generated/prisma/enums.ts'
import { models } from '../../src/graph/declare/model-registry.ts'
import { schema } from '../../src/server/graph.ts'
import type { TestApp, TestClient } from '../support/app.ts'
import { budget, isLongRun } from '../support/budget.ts'
import { buildMember, buildUser, grant, type TestUser } from '../support/factories/organizations.ts'
import {
  Document,
  dataOf,
  edgeOf,
  type Field,
  fieldsOf,
  isNode,
  nodeTypes,
  pageSize,
} from './edge-documents.ts'
import { rowNamed } from './row-permissions.ts'
import { startWorldApp, type World } from './world.ts'
import { petsSource } from './world-objects.ts'

let app: TestApp
let world: World
let parameters: Record<string, string>
/** A person who left, whose comment, reply, reaction and change request stayed. */
let left: TestUser

beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
  parameters = world.parametersFor(rowNamed('GET /user'))
  await hideSomething()
  await connectEverything()
  left = await leaveSomething()
})
afterAll(() => app.close())

/** A space and a collection that only admins may read; the space is in the site and shared with the team. */
async function hideSomething(): Promise<void> {
  const { client, organizationId } = world
  const { siteId, teamId, siteSectionId } = parameters
  const collection = await client.post(`/orgs/${organizationId}/collections`, { title: 'Hidden' })
  await app.database.prisma.collection.update({
    where: { id: collection.body.id },
    data: { defaultLevel: null, effectiveLevel: null },
  })
  const space = await client.post(`/orgs/${organizationId}/spaces`, { parent: collection.body.id })
  const { id } = space.body
  await client.post(`/orgs/${organizationId}/sites/${siteId}/site-spaces`, {
    spaceId: id,
    sectionId: siteSectionId,
  })
  const child = await client.post(`/orgs/${organizationId}/collections`, { parent: collection.body.id })
  await app.database.prisma.space.updateMany({ where: { id }, data: { effectiveLevel: null } })
  await app.database.prisma.collection.updateMany({
    where: { id: child.body.id },
    data: { defaultLevel: 'READ', effectiveLevel: 'READ' },
  })
  const shared = { role: 'ADMIN', teamId, spaceId: id } as const
  const hiddenTeam = await app.database.prisma.team.create({
    data: { id: `tea${'0'.repeat(26)}`, organizationId, title: 'Hidden' },
  })
  await app.database.prisma.contentPermission.create({
    data: { id: `per${'0'.repeat(26)}`, ...shared, teamId: hiddenTeam.id },
  })
}

/** Adds the objects that the world does not have yet, so that every edge leads to one. */
async function connectEverything(): Promise<void> {
  const { client, organizationId, admin } = world
  const { spaceId, pageId, collectionId, teamId, samlProviderId, changeRequestId, commentId } = parameters
  const { oidcProviderId = '' } = parameters
  const prisma = app.database.prisma
  await prisma.space.update({ where: { id: spaceId }, data: { parentId: collectionId } })
  await client.post(`/orgs/${organizationId}/collections`, { parent: collectionId })
  await prisma.identityProvider.update({ where: { id: samlProviderId }, data: { defaultTeamId: teamId } })
  await prisma.identityProvider.update({ where: { id: oidcProviderId }, data: { defaultTeamId: teamId } })
  await prisma.groupMapping.updateMany({ where: { providerId: oidcProviderId }, data: { teamId } })
  await prisma.review.updateMany({ where: { changeRequestId }, data: { requestedById: admin.id } })
  await client.put(`/spaces/${spaceId}/comments/${commentId}`, { resolved: true })
  const { revisionId } = parameters
  await prisma.job.updateMany({ where: { id: parameters.jobId }, data: { changeRequestId, revisionId } })
  // Before the others: only the newest revisions of the space are walked, and one must be of a merge.
  await decideConflict()
  const merged = await client.post(`/spaces/${spaceId}/change-requests`, { subject: 'Merged' })
  const proposal = `/spaces/${spaceId}/change-requests/${merged.body.id}`
  const changes = [
    { operation: 'insert_page', title: 'Merged', document: { markdown: 'Text' } },
    {
      operation: 'insert_page',
      type: 'link',
      title: 'Link',
      target: { kind: 'page', page: pageId },
      into: pageId,
    },
    {
      operation: 'insert_page',
      type: 'computed',
      title: 'Reference',
      computed: { ...petsSource, props: { models: true } },
      into: pageId,
    },
  ]
  await client.post(`${proposal}/content`, { changes })
  await client.post(`${proposal}/merge`)
}

/** A conflict of the change request of the world, which the admin decided. */
async function decideConflict(): Promise<void> {
  const { client } = world
  const { spaceId, pageId, changeRequestId } = parameters
  const proposal = `/spaces/${spaceId}/change-requests/${changeRequestId}`
  const changes = (title: string) => ({ changes: [{ operation: 'update_page', page: pageId, title }] })
  await client.post(`${proposal}/content`, changes('Proposed'))
  await client.post(`/spaces/${spaceId}/content`, changes('Changed'))
  await client.post(`${proposal}/update`)
  await client.post(`${proposal}/conflicts/resolve`, { others: 'ours' })
}

async function leaveSomething(): Promise<TestUser> {
  const { organizationId, client } = world
  const user = await buildMember(app, organizationId, 'ADMIN')
  const { spaceId, commentId } = parameters
  const own = app.as(user)
  const said = { body: { markdown: 'Bye' } }
  await own.post(`/spaces/${spaceId}/comments`, said)
  await own.post(`/spaces/${spaceId}/comments/${commentId}/replies`, said)
  await own.gql(
    `mutation ($spaceId: ID!, $commentId: ID!) {
      updateComment(spaceId: $spaceId, commentId: $commentId, input: { addedReactions: ["1f44b"] }) { __typename }
    }`,
    { spaceId, commentId },
  )
  await own.post(`/spaces/${spaceId}/change-requests`, { subject: 'Bye' })
  await client.delete(`/orgs/${organizationId}/members/${user.id}`)
  return user
}

interface Found {
  readonly edge: string
  readonly data: Record<string, unknown>
}

/** Yields all nodes in an answer, with the edges that led to them. */
function* nodesIn(value: unknown, edge: string): Generator<Found> {
  if (Array.isArray(value)) for (const item of value) yield* nodesIn(item, edge)
  else if (typeof value === 'object' && value !== null) {
    const data = value as Record<string, unknown>
    const type = typeof data.__typename === 'string' ? schema.getType(data.__typename) : undefined
    if (type && isNode(type)) yield { edge, data }
    else for (const [name, inner] of Object.entries(data)) yield* nodesIn(inner, joined(edge, name))
  }
}

const joined = (edge: string, name: string) =>
  name.startsWith('e_') && name !== 'e_nodes' ? `${edge}.${name.slice(2)}` : edge

/** Yields all pages of lists in an answer whose count is not the number of their items. */
function* wrongCountsIn(value: unknown, edge: string): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* wrongCountsIn(item, edge)
  else if (typeof value === 'object' && value !== null) {
    const { totalCount, edges, ...rest } = value as { totalCount?: number; edges?: unknown[] }
    if (totalCount !== undefined && edges && edges.length < pageSize && totalCount !== edges.length)
      yield `${edge} counts ${totalCount} and lists ${edges.length}`
    for (const [name, inner] of Object.entries(rest)) yield* wrongCountsIn(inner, joined(edge, name))
  }
}

/** The lists that fields count, or of which they tell whether there is anything, by type and field. */
const countedLists: Readonly<Record<string, string>> = {
  'ChangeRequest.openCommentCount': 'comments(status: OPEN)',
  'Comment.replyCount': 'replies',
  'ComputedPage.subpageCount': 'children',
  'ComputedPage.hasSubpages': 'children',
  'DocumentPage.subpageCount': 'children',
  'DocumentPage.hasSubpages': 'children',
  'GroupPage.subpageCount': 'children',
  'GroupPage.hasSubpages': 'children',
  'LinkPage.subpageCount': 'children',
  'LinkPage.hasSubpages': 'children',
  'Member.teamCount': 'teamMemberships',
  'Site.siteSpaceCount': 'siteSpaces',
  'Space.changeRequestCount': 'changeRequests(status: null)',
  'Space.draftChangeRequestCount': 'changeRequests(status: DRAFT)',
  'Space.openChangeRequestCount': 'changeRequests(status: OPEN)',
  'Space.openCommentCount': 'comments(status: OPEN)',
  'Team.memberCount': 'members',
}

/** Counts that no list of their type shows, each with its reason. */
const countsWithoutList: Readonly<Record<string, string>> = {
  'GitSyncReport.changeCount': '`changes` has the first ones only.',
  'GitSyncReport.conflictCount': 'The change request has the conflicts, also after some were decided.',
  'InviteMembersPayload.invitedCount': 'States what the mutation did.',
  'Member.spaceCount': '`spacePermissions` lists more: all that the member may read. Tested below.',
  'Member.siteCount': 'Has no list. Tested with the permissions on content.',
  'OpenAPISpec.lastProcessedErrorCount': 'Counts errors, which are no objects.',
  'Page.subpageCount': 'Is compared for the types that implement the interface.',
  'Page.hasSubpages': 'Is compared for the types that implement the interface.',
  'ParentPage.subpageCount': 'Is compared for the types that implement the interface.',
  'ParentPage.hasSubpages': 'Is compared for the types that implement the interface.',
  'RecordSiteEventsPayload.recordedCount': 'States what the mutation did.',
  'Team.spaceCount': 'Has no list. Tested below.',
}

/** Returns the numbers of a node that differ from those of the lists that they count. Lists that are refused are null. */
async function wrongCountsOf(client: TestClient, { data }: Found): Promise<string[]> {
  const type = String(data.__typename)
  const counts = Object.entries(countedLists).filter(([name]) => name.startsWith(`${type}.`))
  if (counts.length === 0) return []
  const selected = counts.map(([name, list], index) => {
    const count = name.slice(type.length + 1)
    return `${count} list${index}: ${list.replace(/\)$/, ', first: 0)')} { totalCount }`
  })
  const answer = await client.gql(
    `query ($id: ID!) { node(id: $id) { ... on ${type} { ${selected.join(' ')} } } }`,
    { id: data.id },
  )
  const node = answer.data.node
  return counts.flatMap(([name], index) => {
    const [count, list] = [node?.[name.slice(type.length + 1)], node?.[`list${index}`]]
    const expected = typeof count === 'boolean' ? list?.totalCount > 0 : list?.totalCount
    return list && count !== expected ? [`${name} is ${count} for a list of ${list.totalCount}`] : []
  })
}

/** Refusals of what a viewer may not read or what is not in the world; everything else is a fault. */
const refusals = ['NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED', 'BAD_USER_INPUT']

interface Walk {
  readonly differences: Set<string>
  /** The edges that led to a node or an empty list, by type and field. */
  readonly walked: Set<string>
}

/** The number of nodes of each type from which edges are followed: with fewer, an admin reaches not all that there is. */
const instancesFor = (viewer: string) => (viewer.endsWith('ADMIN') ? budget(4, 12) : budget(1, 12))

/** Walks every edge of all that the client can reach. */
async function walk(client: TestClient, instances: number): Promise<Walk> {
  const differences = new Set<string>()
  const walked = new Set<string>()
  const pending: Found[] = []
  const seen = new Map<string, Set<string>>()
  const unchecked: Found[] = []

  const take = (data: unknown, from: string) => {
    for (const wrong of wrongCountsIn(data, from)) differences.add(wrong)
    for (const found of nodesIn(data, from)) {
      unchecked.push(found)
      const type = String(found.data.__typename)
      // What is deleted leads elsewhere than the others.
      const kind = found.data.deletedAt ? `deleted ${type}` : type
      const ids = seen.get(kind) ?? new Set()
      seen.set(kind, ids)
      if (ids.has(String(found.data.id)) || ids.size >= instances) continue
      ids.add(String(found.data.id))
      pending.push(found)
    }
  }

  const ask = async (fields: readonly Field[], from: string, around: (inner: string) => string) => {
    const document = new Document(parameters)
    const inner = fields.flatMap((field) => edgeOf(field, document) ?? [])
    if (inner.length === 0) return
    const answer = await client.gql(document.text(around(inner.join(' '))), document.variables)
    const { errors = [] } = answer
    const data = answer.data && 'node' in answer.data ? answer.data.node : answer.data
    if (!data && errors.length > 0 && fields.length > 1) {
      // One of them may be refused, or together they are more than one document may have.
      const half = Math.ceil(fields.length / 2)
      await ask(fields.slice(0, half), from, around)
      await ask(fields.slice(half), from, around)
      return
    }
    for (const { message, extensions } of errors)
      if (!refusals.includes(String(extensions?.code))) differences.add(`${from}: ${message}`)
    for (const field of fields) if (data?.[`e_${field.name}`] != null) walked.add(`${from}.${field.name}`)
    take(data, from)
  }

  await ask(
    fieldsOf(schema.getQueryType() as GraphQLObjectType).filter(({ name }) => !name.startsWith('node')),
    'Query',
    (inner) => inner,
  )
  for (let found = pending.shift(); found; found = pending.shift()) {
    const type = schema.getType(String(found.data.__typename)) as GraphQLObjectType
    const id = JSON.stringify(found.data.id)
    await ask(fieldsOf(type), type.name, (inner) => `node(id: ${id}) { ... on ${type.name} { ${inner} } }`)
    for (const wrong of await wrongCountsOf(client, found)) differences.add(wrong)
  }
  for (const difference of await differencesById(client, unchecked)) differences.add(difference)
  return { differences, walked }
}

/** Compares what edges led to with what the same client gets by id. */
async function differencesById(client: TestClient, found: readonly Found[]): Promise<string[]> {
  const byId = new Map<string, Record<string, unknown> | null>()
  for (const [name, ofType] of Map.groupBy(found, ({ data }) => String(data.__typename))) {
    const type = schema.getType(name) as GraphQLObjectType
    const ids = [...new Set(ofType.map(({ data }) => String(data.id)))]
    for (let from = 0; from < ids.length; from += 50) {
      const part = ids.slice(from, from + 50)
      const answer = await client.gql(
        `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${name} ${dataOf(type, new Document(parameters))} } }`,
        { ids: part },
      )
      for (const [index, id] of part.entries()) byId.set(id, answer.data?.nodes[index])
    }
  }
  return found.flatMap(({ edge, data }) => {
    const single = byId.get(String(data.id))
    if (!single) return [`${edge}: ${data.__typename} is not found by id`]
    return Object.keys(data)
      .filter((name) => comparable(data[name]) !== comparable(single[name]))
      .map((name) => `${edge}: ${data.__typename}.${name} differs from that by id`)
  })
}

/** Addresses of downloads and previews are signed anew each time. */
const comparable = (value: unknown) =>
  JSON.stringify(value)?.replace(/\?(expires|preview|signature)=[^"]*/g, '')

const roles: readonly Role[] = ['READ', 'COMMENT', 'EDIT', 'REVIEW', 'CREATE', 'ADMIN']
const viewers = [
  'a stranger',
  'a guest',
  ...(isLongRun ? roles : (['ADMIN'] as const)).map((role) => `a member with the role ${role}`),
]

async function clientOf(viewer: string): Promise<TestClient> {
  if (viewer === 'a stranger') return app.as(await buildUser(app))
  const role = roles.find((name) => viewer.endsWith(` ${name}`)) ?? null
  const user = await buildMember(app, world.organizationId, role)
  if (role === null) await grant(app, user, 'CREATE', { spaceId: parameters.spaceId as string })
  return app.as(user)
}

const walks = new Map<string, Promise<Walk>>()

const walkOf = (viewer: string): Promise<Walk> => {
  const walking = walks.get(viewer) ?? clientOf(viewer).then((client) => walk(client, instancesFor(viewer)))
  walks.set(viewer, walking)
  return walking
}

test.each(viewers)(
  '%s finds by every edge what they find by id, and in counts what is in lists',
  async (viewer) => {
    const { differences } = await walkOf(viewer)
    expect([...differences].sort()).toEqual([])
  },
)

/** Returns whether a field is a value of the rows of a list, whatever its kind: such a value must not tell of hidden rows. */
function isValueOfList(typeName: string, { name, type }: Field): boolean {
  if (name.endsWith('Count')) return name !== 'totalCount'
  const declared = models.get(typeName)?.fields.get(name)
  return declared !== undefined && 'relation' in declared && isLeafType(getNamedType(type))
}

test('every value of the rows of a list is compared with it, or has a reason why not', () => {
  const counts = Object.values(schema.getTypeMap()).flatMap((type) =>
    fieldsOf(type)
      .filter((field) => isValueOfList(type.name, field))
      .map(({ name }) => `${type.name}.${name}`),
  )
  expect(counts.sort()).toEqual(Object.keys({ ...countedLists, ...countsWithoutList }).sort())
})

test('the counts of spaces shared with a member or a team are of those that the viewer finds', async () => {
  const { organizationId, client } = world
  const newSpace = async () => (await client.post(`/orgs/${organizationId}/spaces`, {})).body.id
  const [open, secret] = [await newSpace(), await newSpace()]
  const hidden = { defaultLevel: null, effectiveLevel: null }
  await app.database.prisma.space.update({ where: { id: secret }, data: hidden })
  const member = await buildMember(app, organizationId, 'READ')
  const given = { title: 'Readers', members: [member.id] }
  const team = await client.put(`/orgs/${organizationId}/teams`, given)
  for (const spaceId of [open, secret]) {
    await grant(app, member, 'EDIT', { spaceId })
    await app.database.prisma.contentPermission.create({
      data: { id: newId('ContentPermission'), teamId: team.body.id, role: 'READ', spaceId },
    })
  }
  const shared = async (role: Role) => {
    const { data } = await app.as(await buildMember(app, organizationId, role)).gql(
      `query ($organization: ID!, $user: ID!, $team: ID!) {
        organization(id: $organization) { spaces(first: 100) { nodes { id } } }
        member(organizationId: $organization, userId: $user) { spaceCount }
        team(id: $team) { spaceCount }
      }`,
      { organization: organizationId, user: member.id, team: team.body.id },
    )
    const found = data.organization.spaces.nodes.filter(({ id }: { id: string }) =>
      [open, secret].includes(id),
    )
    expect([data.member.spaceCount, data.team.spaceCount]).toEqual([found.length, found.length])
    return found.length
  }
  expect([await shared('READ'), await shared('ADMIN')]).toEqual([1, 2])
})

/** Edges that lead to nothing in the world, each with its reason. */
const leadNowhere: Readonly<Record<string, string>> = {
  'Event.changeRequest': 'The first events of the world are in none.',
  'Event.job': 'The first events of the world are about none.',
  'Event.person': 'The first events of the world are about none.',
  'Event.site': 'The first events of the world are in none.',
  'GroupPage.parent': 'Groups are at the root.',
  'ImportRun.revision': 'The import of the world has not ended.',
}

test('an admin reaches what every edge between nodes leads to', async () => {
  const { walked } = await walkOf('a member with the role ADMIN')
  const edges = nodeTypes.flatMap((type) =>
    fieldsOf(type)
      .filter((field) => edgeOf(field, new Document(parameters)) !== null)
      .map(({ name }) => `${type.name}.${name}`),
  )
  expect(edges.filter((edge) => !walked.has(edge)).sort()).toEqual(Object.keys(leadNowhere).sort())
})

describe('what a person who left wrote', () => {
  const written = `query ($id: ID!) { space(id: $id) {
    comments { nodes {
      postedBy { ...Person }
      replies { nodes { postedBy { ...Person } } }
      reactions { users { user { ...Person } } }
    } }
    changeRequests(status: null) { nodes { createdBy { ...Person } } }
  } }
  fragment Person on User { id displayName photoURL email }`

  test('shows their name and picture to its readers, on every edge and by id, but no email address', async () => {
    for (const role of ['READ', 'ADMIN'] as const) {
      const client = app.as(await buildMember(app, world.organizationId, role))
      const { data } = await client.gql(written, { id: parameters.spaceId })
      const people = [...peopleIn(data)].filter(({ id }) => id === left.id)
      expect(people).toHaveLength(4)
      const shown = { id: left.id, displayName: left.displayName, photoURL: null, email: null }
      for (const person of people) expect(person).toEqual(shown)
      const byId = await client.gql(
        'query ($id: ID!) { node(id: $id) { ... on User { id displayName photoURL email } } }',
        { id: left.id },
      )
      expect(byId.data.node).toEqual(shown)
      expect((await client.get(`/users/${left.id}`)).status).toBe(404)
    }
  })

  test('shows the contributors of a change request by id too', async () => {
    const { organizationId, client } = world
    const contributor = await buildMember(app, organizationId, 'ADMIN')
    const proposals = `/spaces/${parameters.spaceId}/change-requests`
    const proposal = await client.post(proposals, { subject: 'Together' })
    const changes = [{ operation: 'insert_page', title: 'Added', document: { markdown: 'Text' } }]
    await app.as(contributor).post(`${proposals}/${proposal.body.id}/content`, { changes })
    await client.delete(`/orgs/${organizationId}/members/${contributor.id}`)
    const { data } = await app.as(await buildMember(app, organizationId, 'READ')).gql(
      `query ($proposal: ID!, $user: ID!) {
        changeRequest: node(id: $proposal) { ... on ChangeRequest { contributors { nodes { user { ...Person } } } } }
        user: node(id: $user) { ...Person }
      }
      fragment Person on User { id displayName photoURL email }`,
      { proposal: proposal.body.id, user: contributor.id },
    )
    const shown = { id: contributor.id, displayName: contributor.displayName, photoURL: null, email: null }
    expect(data).toEqual({ changeRequest: { contributors: { nodes: [{ user: shown }] } }, user: shown })
    const stranger = app.as(await buildUser(app))
    const hidden = await stranger.gql('query ($id: ID!) { node(id: $id) { id } }', { id: contributor.id })
    expect(hidden.data.node).toBeNull()
  })

  test('has no email address in REST', async () => {
    const { body } = await world.client.get(`/spaces/${parameters.spaceId}/comments`)
    const comment = body.items.find((item: { postedBy: { id: string } }) => item.postedBy.id === left.id)
    expect(comment.postedBy).toMatchObject({ object: 'user', displayName: left.displayName })
    expect(comment.postedBy).not.toHaveProperty('email')
  })

  test('does not show them to those who may not read it', async () => {
    const stranger = app.as(await buildUser(app))
    const { data } = await stranger.gql('query ($id: ID!) { node(id: $id) { id } }', { id: left.id })
    expect(data.node).toBeNull()
  })

  test('takes as many statements for many authors as for one', async () => {
    const read = () => app.statements(() => world.client.gql(written, { id: parameters.spaceId }))
    const few = await read()
    for (let author = 0; author < 3; author++) {
      const user = await buildMember(app, world.organizationId, 'COMMENT')
      const comment = { body: { markdown: 'Hello' } }
      await app.as(user).post(`/spaces/${parameters.spaceId}/comments`, comment)
    }
    expect((await read()).texts).toHaveLength(few.count)
  })
})

function* peopleIn(value: unknown): Generator<Record<string, unknown>> {
  if (Array.isArray(value)) for (const item of value) yield* peopleIn(item)
  else if (typeof value === 'object' && value !== null) {
    if ('displayName' in value) yield value as Record<string, unknown>
    else for (const inner of Object.values(value)) yield* peopleIn(inner)
  }
}
