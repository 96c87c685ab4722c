import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveContent } from '../../../src/modules/content/revision-writer.ts'
import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildProposal } from '../../support/factories/change-requests.ts'
import { buildPage, buildReusableContent, sendChanges } from '../../support/factories/content.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { inGraph, inserted, shop, standsFor } from './computed-sources.ts'

const text = (markdown: string) => ({ document: { markdown } })
const file = (name: string) => ({ name, base64: 'YWJj', contentType: 'text/plain' })

/** A space with everything that has an id in content, its copy, a change request that edits it, and their readers. */
async function buildContexts(app: TestApp) {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  await client.put(`/orgs/${organization.id}/openapi/shop`, { source: { text: JSON.stringify(shop()) } })
  await processPendingSpecs(app)
  const space = (await client.post(`/orgs/${organization.id}/spaces`, { title: 'Guide' })).body.id as string
  const page = await buildPage(client, space, { title: 'Start', ...text('first') })
  const group = await buildPage(client, space, { title: 'Group', type: 'group', document: undefined })
  const written = await sendChanges(
    client,
    space,
    { operation: 'insert_page', title: 'Below', into: group, ...text('below') },
    { operation: 'insert_page', title: 'Out', type: 'link', target: { kind: 'page', page } },
    { operation: 'insert_files', files: [file('a.txt')] },
    inserted('shop'),
  )
  const fileId = written.body.insertedFiles[0].id as string
  const reusableContentId = await buildReusableContent(app, organization.admin, liveContent(space))
  const proposal = await buildProposal(client, space)
  await proposal.change({ operation: 'update_page', page, ...text('draft'), title: 'Draft' })
  const earlier = (await client.get(`/spaces/${space}/content`)).body.id as string
  await sendChanges(client, space, { operation: 'update_page', page, ...text('second') })
  const copy = (await client.post(`/spaces/${space}/duplicate`)).body.id as string
  await sendChanges(client, copy, { operation: 'update_page', page, ...text('of the copy') })
  const names = { space, page, fileId, reusableContentId, proposal: proposal.id, earlier, copy }
  return { organization, client, ...names }
}

const fragments = {
  '...PageData': `
    __typename ... on Page { id pageId type title parentId isHidden
    parent { __typename id pageId title path } ancestors { __typename id title path }
    ... on ParentPage { path slug allPages { __typename id } children { nodes { __typename id title } } }
    ... on DocumentPage { markdown document computed { type props { includesModels doc page } } documentId }
    ... on LinkPage { target { kind page } href }
    ... on ComputedPage { computed { type props { includesModels doc page } } computedPages { __typename id title } } }`,
  '...FileData': '__typename id fileId name size downloadURL',
  '...ReusableData': '__typename id reusableContentId reusableTitle: title document_: document',
}

/** Reads all content in one context. */
const contentOf = (address: string) => `
  page(${address}, pageId: $page) { ...PageData }
  pageByPath(${address}, path: "group/below") { ...PageData }
  generated: pageByPath(${address}, path: "pets/toys") { ...PageData }
  stored: page(${address}, pageId: $page, computed: false) { ...PageData }
  file(${address}, fileId: $file) { ...FileData }
  reusableContent(${address}, reusableContentId: $reusable) { ...ReusableData }
  revision(${address.replace('revisionId:', 'id:')}) {
    id
    allPages { ...PageData }
    storedPages: allPages(computed: false) { ...PageData }
    pages { nodes { ...PageData } }
    files { nodes { ...FileData } }
    allFiles { ...FileData }
    allReusableContents { ...ReusableData }
  }
  spaceLinks(${address}) { nodes {
    targetReference { ... on PageLocation { page { ...PageData } } }
    locationReferences { page { ...PageData } }
  } }`

interface Found {
  readonly __typename: string
  readonly id: string
}

/** Returns all objects in an answer that have an id. */
function objectsIn(value: unknown): Found[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'id' in value && '__typename' in value ? [value as Found] : []
  return [...own, ...Object.values(value).flatMap(objectsIn)]
}

const keyOf = ({ __typename, id }: Found) => `${__typename} ${id}`

let app: TestApp
let world: Awaited<ReturnType<typeof buildContexts>>
let client: TestClient
const contexts: Record<string, string> = {}

beforeAll(async () => {
  app = await startTestApp()
  world = await buildContexts(app)
  client = world.client
  contexts.live = `spaceId: "${world.space}"`
  contexts.copy = `spaceId: "${world.copy}"`
  contexts.revision = `spaceId: "${world.space}", revisionId: "${world.earlier}"`
  contexts.proposal = `spaceId: "${world.space}", changeRequestId: "${world.proposal}"`
})
afterAll(() => app.close())

async function read(selection: string) {
  const { data, errors } = await client.gql(`{ ${complete(selection)} }`)
  expect(errors).toBeUndefined()
  return data
}

/** Replaces the names of fragments with what they select, and those of ids with the ids. */
function complete(selection: string): string {
  const { page, fileId, reusableContentId, space } = world
  const computed = JSON.stringify(inGraph(standsFor('shop'))).replaceAll(
    /"(\w+)":|"((?:BUILTIN_)?OPENAPI)"/g,
    (_all, name, value) => (name ? `${name}: ` : value),
  )
  const names = {
    ...fragments,
    $page: `"${page}"`,
    $file: `"${fileId}"`,
    $reusable: `"${reusableContentId}"`,
    $space: `"${space}"`,
    $source: computed,
  }
  return Object.entries(names).reduce((text, [name, value]) => text.replaceAll(name, () => value), selection)
}

const ofSource = 'computedRevision(spaceId: $space, source: $source, seed: "s") { allPages { ...PageData } }'

describe('an object of content', () => {
  test.each(oneRowIn(2, ['live', 'copy', 'revision', 'proposal']))(
    'is found again by node with the data that it was read with: %s',
    async (name) => {
      const address = contexts[name] as string
      const found = objectsIn(await read(contentOf(address) + ofSource))
      expect(found.length).toBeGreaterThan(45)
      const ids = [...new Set(found.map(({ id }) => id))]
      const { data } = await client.gql(
        complete(`query ($ids: [ID!]!) { nodes(ids: $ids) {
          ... on Page { ...PageData } ... on File { ...FileData } ... on ReusableContent { ...ReusableData }
        } }`),
        { ids },
      )
      const nodes = new Map(data.nodes.filter(Boolean).map((node: Found) => [keyOf(node), node]))
      expect([...nodes.keys()].sort()).toEqual([...new Set(found.map(keyOf))].sort())
      for (const object of found) expect(nodes.get(keyOf(object))).toMatchObject(object)
    },
  )
})

test.runIf(isLongRun)('no two contexts share an id, but the part that stays the same', async () => {
  const byContext = await Promise.all(
    Object.values(contexts).map(async (address) => objectsIn(await read(contentOf(address)))),
  )
  const pagesOf = (objects: Found[]) =>
    objects.filter((object) => 'pageId' in object && object.pageId === world.page)
  const ids = byContext.map((objects) => new Set(pagesOf(objects).map(({ id }) => id)))
  // Live: the plain id, the stored one and that of the active revision, with and without computed content.
  expect(ids[0]).toContain(world.page)
  for (const [index, own] of ids.entries())
    for (const other of ids.slice(index + 1)) expect([...own].filter((id) => other.has(id))).toEqual([])
  const data = new Map<string, Found>()
  for (const object of byContext.flat()) {
    const known = data.get(keyOf(object))
    if (known && Object.keys(known).length === Object.keys(object).length) expect(object).toEqual(known)
    if (!known || Object.keys(known).length < Object.keys(object).length) data.set(keyOf(object), object)
  }
})

test('the id in a context names the object wherever its plain id does', async () => {
  const { page: draft } = await read(`page(${contexts.proposal}, pageId: $page) { ...PageData }`)
  expect(draft).toMatchObject({ pageId: world.page, title: 'Draft', markdown: 'draft' })
  expect(draft.id).not.toBe(world.page)
  const again = await read(`page(${contexts.live}, pageId: "${draft.id}") { ...PageData }`)
  expect(again.page).toMatchObject({ id: world.page, title: 'Start', markdown: 'second' })
  expect((await client.get(`/spaces/${world.space}/content/page/${draft.id}`)).body.id).toBe(world.page)
  const { data, errors } = await client.gql(
    `mutation ($space: ID!, $proposal: ID!, $page: ID!) {
      updateChangeRequestContent(spaceId: $space, changeRequestId: $proposal, input: { changes: [
        { updatePage: { page: $page, title: "Redrafted" } }
        { insertPage: { type: LINK, title: "To it", target: { kind: PAGE, page: "${draft.id}" } } }
      ] }) { changes { written { page { page { id pageId title ... on LinkPage { target { page } } } } } } }
    }`,
    { space: world.space, proposal: world.proposal, page: draft.id },
  )
  expect(errors).toBeUndefined()
  const [updated, link] = data.updateChangeRequestContent.changes
  expect(updated.written.page.page).toEqual({ id: draft.id, pageId: world.page, title: 'Redrafted' })
  expect(link.written.page.page.target).toEqual({ page: world.page })
})

test('what the viewer may not read is not found by any of its ids', async () => {
  const stranger = app.as((await buildOrganization(app)).admin)
  const guest = app.as(await buildMember(app, world.organization.id, null))
  const everything = await Promise.all(
    Object.values(contexts).map((address) => read(contentOf(address) + ofSource)),
  )
  const ids = [...new Set(objectsIn(everything).map(({ id }) => id))]
  for (const reader of [stranger, guest])
    for (let index = 0; index < ids.length; index += 100) {
      const some = ids.slice(index, index + 100)
      const { data } = await reader.gql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: some })
      expect(data.nodes).toEqual(some.map(() => null))
    }
})

test('ids that were never given name nothing', async () => {
  const { page, space, earlier, proposal, fileId } = world
  const unknown = [
    `${page}@${space}`,
    `${page}@${page}`,
    `${page}@`,
    `${page}@@`,
    `${page}@${proposal}@${earlier}`,
    `${page}@${earlier}@other`,
    `${page}@src`,
    `${page}@src${Buffer.from('[1]').toString('base64url')}`,
    `${page}@src${Buffer.from(JSON.stringify([space, 1, 's'])).toString('base64url')}`,
    `${fileId}@stored`,
    `@${page}`,
    '@',
  ]
  const { data } = await client.gql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: unknown })
  expect(data.nodes).toEqual(unknown.map(() => null))
})

test('the pages of a change request keep their ids when it is edited, those of a revision when the space is', async () => {
  const before = await read(
    `page(${contexts.proposal}, pageId: $page) { id } revision(${contexts.live}) { id allPages { id pageId } }`,
  )
  await client.post(`/spaces/${world.space}/change-requests/${world.proposal}/content`, {
    changes: [{ operation: 'update_page', page: world.page, title: 'Again' }],
  })
  await sendChanges(client, world.space, { operation: 'update_page', page: world.page, title: 'Later' })
  const after = await read(
    `page(${contexts.proposal}, pageId: $page) { id title } revision(spaceId: "${world.space}", id: "${before.revision.id}") { id allPages { id pageId } }`,
  )
  expect(after.page).toEqual({ id: before.page.id, title: 'Again' })
  expect(after.revision).toEqual(before.revision)
})
