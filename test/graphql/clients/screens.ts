import { type DocumentNode, isAbstractType, isObjectType, Kind, parse, print, visit } from 'graphql'
import { schema } from '../../../src/server/graph.ts'
import type { TestApp, TestClient } from '../../support/app.ts'
import { buildProposal } from '../../support/factories/change-requests.ts'
import { buildPage, sendChanges } from '../../support/factories/content.ts'
import { addMember, buildMember, buildOrganization } from '../../support/factories/organizations.ts'

/** A screen of an application, and the contexts that it is shown in, one after the other. */
export interface Screen {
  readonly name: string
  readonly query: string
  readonly contexts: readonly Record<string, string>[]
}

/** Builds a space that is read live, in a change request and in two revisions, and a user who is in two organizations. */
export async function buildWorld(app: TestApp) {
  const [first, second] = [await buildOrganization(app), await buildOrganization(app)]
  const user = await buildMember(app, first.id, 'ADMIN')
  await addMember(app, second.id, user, 'READ')
  await addMember(app, second.id, first.admin, null)
  const client = app.as(user)
  const space = (await client.post(`/orgs/${first.id}/spaces`, { title: 'Guide', empty: true })).body
    .id as string
  const page = await buildPage(client, space, { title: 'Start', document: { markdown: 'first lemon' } })
  for (const title of ['One', 'Two', 'Three'])
    await buildPage(client, space, { title, into: page, document: { markdown: `${title} lemon` } })
  const files = [{ name: 'a.txt', base64: 'YWJj', contentType: 'text/plain' }]
  await sendChanges(client, space, { operation: 'insert_files', files })
  const earlier = (await client.get(`/spaces/${space}/content`)).body.id as string
  const proposal = await buildProposal(client, space)
  await proposal.change(
    { operation: 'update_page', page, title: 'Draft', document: { markdown: 'draft' } },
    { operation: 'insert_page', title: 'Four', into: page, document: { markdown: 'four' } },
  )
  await client.post(`/spaces/${space}/comments`, { page, body: { markdown: 'Why?' } })
  await sendChanges(client, space, { operation: 'update_page', page, document: { markdown: 'second lemon' } })
  const later = (await client.get(`/spaces/${space}/content`)).body.id as string
  const copy = (await client.post(`/spaces/${space}/duplicate`)).body.id as string
  await sendChanges(client, copy, { operation: 'update_page', page, title: 'Start of the copy' })
  const ids = { space, page, proposal: proposal.id, earlier, later, copy }
  return { app, client, user, organizations: [first.id, second.id] as const, ...ids }
}

export type World = Awaited<ReturnType<typeof buildWorld>>

const pageMembers = `
  id title updatedAt
  parent { id title } ancestors { id title }
  children(first: 10) { totalCount nodes { id title ... on DocumentPage { path markdown } } }
  ... on DocumentPage { path markdown layout { showsOutline } }`

export function screensOf({
  organizations,
  user,
  space,
  copy,
  page,
  proposal,
  earlier,
  later,
}: World): Screen[] {
  return [
    {
      name: 'a page, live, in a copy of the space, in a change request and in a revision',
      query: `query Page($space: ID!, $page: ID!, $proposal: ID, $revision: ID) {
        page(spaceId: $space, pageId: $page, changeRequestId: $proposal, revisionId: $revision) { ${pageMembers} }
      }`,
      contexts: [
        { space, page },
        { space: copy, page },
        { space, page, proposal },
        { space, page, revision: earlier },
      ],
    },
    {
      name: 'the table of contents of a space',
      query: `query Contents($space: ID!) {
        space(id: $space) { id title pages { nodes { ${pageMembers} } } revision { id allPages { id title } } }
      }`,
      contexts: [{ space }, { space: copy }],
    },
    {
      name: 'all content of a revision',
      query: `query Revision($space: ID!, $revision: ID!) {
        revision(spaceId: $space, id: $revision) {
          id type allPages { ${pageMembers} } files { nodes { id name size } }
          changes { totalCount nodes { type page { id title } file { id name } body { after { markdown } } } }
        }
      }`,
      contexts: [
        { space, revision: earlier },
        { space, revision: later },
      ],
    },
    {
      name: 'a change request with its content',
      query: `query Proposal($space: ID!, $proposal: ID!) {
        changeRequest(spaceId: $space, id: $proposal) {
          id number subject revision { id allPages { id title ... on DocumentPage { markdown } } }
          changes { nodes { type page { id title } body { before { markdown } after { markdown } } } } space { id title pages { nodes { id title } } }
        }
      }`,
      contexts: [{ space, proposal }],
    },
    {
      name: 'the members of an organization',
      query: `query Members($organization: ID!) {
        organization(id: $organization) { id title members { nodes { id userId role user { id displayName } } } }
      }`,
      contexts: organizations.slice(0, 1).map((organization) => ({ organization })),
    },
    {
      name: 'the own membership of an organization',
      query: `query Membership($organization: ID!, $user: ID!) {
        member(organizationId: $organization, userId: $user) { id userId role user { id displayName } }
      }`,
      contexts: organizations.map((organization) => ({ organization, user: user.id })),
    },
    {
      name: 'a search',
      query: `query Search($space: ID!, $query: String!) {
        searchSpace(spaceId: $space, search: $query) { nodes { pageId title sections { sectionId title body } } }
      }`,
      contexts: [
        { space, query: 'lemon' },
        { space, query: 'second' },
        { space: copy, query: 'lemon' },
      ],
    },
    {
      name: 'the comments on a space',
      query: `query Comments($space: ID!) {
        space(id: $space) { id comments { nodes {
          id postedBy { id displayName } target { page { pageId title path isOutdated } } replyCount
        } } }
      }`,
      contexts: [{ space }, { space: copy }],
    },
  ]
}

/** Adds `__typename` to every selection, as clients with a normalized cache do. */
export const withTypeNames = (query: string): DocumentNode =>
  visit(parse(query, { noLocation: true }), {
    SelectionSet: (node, _key, parent) =>
      (parent as { kind?: string }).kind === Kind.OPERATION_DEFINITION
        ? undefined
        : {
            ...node,
            selections: [
              { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } },
              ...node.selections,
            ],
          },
  })

/** Returns what the server answers. */
export async function wire(
  client: TestClient,
  query: DocumentNode,
  variables: Record<string, unknown>,
): Promise<unknown> {
  const { data, errors } = await client.gql(print(query), variables)
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

/** The object types of each interface and union. */
export const possibleTypes: Record<string, string[]> = Object.fromEntries(
  Object.values(schema.getTypeMap())
    .filter(isAbstractType)
    .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]),
)

/** The names of the object types without an id. */
export const embeddedTypes: readonly string[] = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) && !type.getFields().id)
  .map(({ name }) => name)

/** Objects without an id belong to the one around them, so that what two screens read of them is merged. Lists are replaced. */
export const typePolicies = Object.fromEntries(
  embeddedTypes
    .filter((name) => !/(Connection|Edge|Payload)$|^(Query|Mutation)$/.test(name))
    .map((name) => [name, { merge: true }]),
)
