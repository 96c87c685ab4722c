import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { buildPage } from '../support/factories/content.ts'
import { buildMember, buildUser, grant } from '../support/factories/organizations.ts'
import {
  buildSection,
  buildSite,
  buildSiteSpace,
  buildSpace,
  type TestSite,
} from '../support/factories/sites.ts'

let app: TestApp
let site: TestSite

beforeAll(async () => {
  app = await startTestApp()
  site = await buildSite(app)
})
afterAll(() => app.close())

/** Runs a query that must have no errors. */
async function read(client: TestClient, document: string, variables: Record<string, unknown>) {
  const { data, errors } = await client.gql(document, variables)
  expect(errors).toBeUndefined()
  return data
}

/** Hides a space from everybody but admins. */
const hide = (id: string) =>
  app.database.prisma.space.update({ where: { id }, data: { defaultLevel: null, effectiveLevel: null } })

test('a page, a file and a reusable content lead to their space, live and in a revision', async () => {
  const { id } = await buildSpace(site.client, site.organizationId)
  const pageId = await buildPage(site.client, id, { title: 'Page' })
  await site.client.post(`/spaces/${id}/content`, {
    changes: [
      { operation: 'insert_files', files: [{ name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }] },
    ],
  })
  const data = await read(
    site.client,
    `query ($id: ID!, $page: ID!) {
      node(id: $page) { ... on Page { space { id } } }
      space(id: $id) {
        pages { nodes { space { id } } }
        revision { pages { nodes { space { id title } } } files { nodes { space { id } } } allParents { id space { id } } parents }
      }
    }`,
    { id, page: pageId },
  )
  expect(data.node.space).toEqual({ id })
  expect(data.space.pages.nodes).toEqual([{ space: { id } }])
  expect(data.space.revision.files.nodes).toEqual([{ space: { id } }])
  expect(data.space.revision.pages.nodes[0].space.id).toBe(id)
  const { parents, allParents } = data.space.revision
  expect(parents).toHaveLength(1)
  expect(allParents).toEqual([{ id: parents[0], space: { id } }])
})

test('a webhook leads to the spaces and sites that it is for, as long as they are there', async () => {
  const { client, organizationId } = site
  const [first, second] = [
    await buildSpace(client, organizationId, 'B'),
    await buildSpace(client, organizationId, 'A'),
  ]
  const { body } = await client.post(`/orgs/${organizationId}/webhooks`, {
    url: 'https://hooks.example.com/',
    spaces: [first.id, second.id],
    sites: [site.id],
  })
  const document = `query ($id: ID!) { webhook(webhookId: $id) { spaceIds spaces: allSpaces { id } sites: allSites { id } } }`
  const { webhook } = await read(client, document, { id: body.id })
  expect(webhook.spaces).toEqual([{ id: second.id }, { id: first.id }])
  expect(webhook.sites).toEqual([{ id: site.id }])
  await client.delete(`/spaces/${second.id}`)
  const { webhook: later } = await read(client, document, { id: body.id })
  expect(later).toMatchObject({ spaceIds: [first.id, second.id], spaces: [{ id: first.id }] })
})

test('a space leads to its places on the sites that the viewer may see', async () => {
  const { organizationId } = site
  const { space } = await buildSiteSpace(site, 'Published')
  const other = await site.client.post(`/orgs/${organizationId}/sites`, {
    title: 'Other',
    spaces: [space.id],
  })
  const document = `query ($id: ID!) { space(id: $id) { siteSpaces { totalCount nodes { site { id } space { id } } } } }`
  const { space: shown } = await read(site.client, document, { id: space.id })
  expect(shown.siteSpaces.totalCount).toBe(2)
  expect(shown.siteSpaces.nodes.map((each: { site: { id: string } }) => each.site.id)).toEqual([
    site.id,
    other.body.id,
  ])
  const guest = await buildMember(app, organizationId, null)
  await grant(app, guest, 'READ', { spaceId: space.id })
  const { space: ofGuest } = await read(app.as(guest), document, { id: space.id })
  const sites = await app.as(guest).gql('query ($id: ID!) { site(id: $id) { id } }', { id: site.id })
  expect(ofGuest.siteSpaces.totalCount).toBe(sites.data.site ? 2 : 0)
})

describe('the results of a search', () => {
  const document = `query ($id: ID!, $search: String!) { searchOrganization(organizationId: $id, QUERY: $search) { nodes {
    spaceId
    space { id emoji permissions { edit } }
    pages { pageId page { id title space { id } ... on ParentPage { path } } sections { page { id } } }
  } } }`

  test('lead to their spaces and pages, in as many statements for many as for few', async () => {
    const own = await buildSite(app)
    const argument = (
      await read(own.client, '{ __type(name: "Query") { fields { name args { name } } } }', {})
    ).__type.fields
      .find(({ name }: { name: string }) => name === 'searchOrganization')
      .args.some(({ name }: { name: string }) => name === 'search')
    const text = document.replace('QUERY', argument ? 'search' : 'query')
    const search = () => read(own.client, text, { id: own.organizationId, search: 'lighthouse' })
    const add = async () => {
      const { id } = await buildSpace(own.client, own.organizationId)
      const above = await buildPage(own.client, id, { title: 'Above' })
      await buildPage(own.client, id, { title: 'Lighthouse', into: above })
    }
    await add()
    const data = await search()
    const [hit] = data.searchOrganization.nodes
    expect(hit.space).toMatchObject({ id: hit.spaceId, permissions: { edit: true } })
    const [{ pageId, page }] = hit.pages
    expect(page).toEqual({
      id: pageId,
      title: 'Lighthouse',
      space: { id: hit.spaceId },
      path: 'above/lighthouse',
    })
    const few = await app.statements(search)
    for (let index = 0; index < 4; index++) await add()
    const many = await app.statements(search)
    expect((await search()).searchOrganization.nodes).toHaveLength(5)
    expect(many.texts).toHaveLength(few.count)
  })
})

test('the destination of a redirect leads to what the viewer may see of it', async () => {
  const own = await buildSite(app)
  const section = await buildSection(own, 'Guides')
  const variant = await buildSiteSpace(own, 'Version 2', section.id)
  const pageId = await buildPage(own.client, variant.space.id, { title: 'Page' })
  const send = (source: string, destination: object) =>
    own.client.post(`${own.path}/redirects`, { source, destination })
  await send('/section', { kind: 'site-section', siteSectionId: section.id })
  await send('/page', { kind: 'site-page', siteSpaceId: variant.id, pageId })
  const document = `query ($id: ID!) { site(id: $id) { redirects { nodes { source destination {
    siteSectionId siteSection { id title } siteSpaceId siteSpace { id } pageId page { id title space { id } }
  } } } } }`
  const destinations = async (client: TestClient) =>
    Object.fromEntries(
      (await read(client, document, { id: own.id })).site.redirects.nodes.map(
        ({ source, destination }: { source: string; destination: object }) => [source, destination],
      ),
    )
  expect(await destinations(own.client)).toEqual({
    '/section': {
      siteSectionId: section.id,
      siteSection: { id: section.id, title: 'Guides' },
      siteSpaceId: null,
      siteSpace: null,
      pageId: null,
      page: null,
    },
    '/page': {
      siteSectionId: null,
      siteSection: null,
      siteSpaceId: variant.id,
      siteSpace: { id: variant.id },
      pageId,
      page: { id: pageId, title: 'Page', space: { id: variant.space.id } },
    },
  })
  await hide(variant.space.id)
  const reader = app.as(await buildMember(app, own.organizationId, 'READ'))
  expect(Object.keys(await destinations(reader))).toEqual(['/section'])
})

test('events lead to their space and page, for whoever may still see them', async () => {
  const own = await buildSite(app)
  const { space } = await buildSiteSpace(own, 'Guide')
  const page = await buildPage(own.client, space.id, { title: 'Page' })
  await own.client.post(`${own.path}/publish`)
  const recorded = await own.client.gql(
    `mutation ($id: ID!, $events: [SiteEventInput!]!) { recordSiteEvents(siteId: $id, events: $events) { recordedCount } }`,
    { id: own.id, events: [{ type: 'PAGE_VIEW', location: { space: space.id, page } }] },
  )
  expect(recorded.data.recordSiteEvents.recordedCount).toBe(1)
  const document = `query ($id: ID!) { site(id: $id) { eventCounts { spaceId space { id } pageId page { id title } } } }`
  const counts = async () => (await read(own.client, document, { id: own.id })).site.eventCounts
  expect(await counts()).toEqual([
    { spaceId: space.id, space: { id: space.id }, pageId: page, page: { id: page, title: 'Page' } },
  ])
  await own.client.delete(`/spaces/${space.id}`)
  expect(await counts()).toEqual([{ spaceId: space.id, space: null, pageId: page, page: null }])
})

test('the page of a comment is that of where it was made', async () => {
  const { id } = await buildSpace(site.client, site.organizationId)
  const page = await buildPage(site.client, id, { title: 'Page' })
  const proposal = (await site.client.post(`/spaces/${id}/change-requests`, { subject: 'New' })).body.id
  await site.client.post(`/spaces/${id}/change-requests/${proposal}/content`, {
    changes: [{ operation: 'update_page', page, title: 'Proposed' }],
  })
  const body = { page, body: { markdown: 'Hm' } }
  for (const address of [`/spaces/${id}`, `/spaces/${id}/change-requests/${proposal}`])
    expect((await site.client.post(`${address}/comments`, body)).status).toBe(200)
  const comments = 'comments { nodes { target { page { pageId page { id title } } } } }'
  const data = await read(
    site.client,
    `query ($id: ID!, $proposal: ID!) {
      space(id: $id) { ${comments} } changeRequest(spaceId: $id, id: $proposal) { ${comments} revisionInitial { id } revisionInitialId }
    }`,
    { id, proposal },
  )
  expect(data.space.comments.nodes[0].target.page).toEqual({
    pageId: page,
    page: { id: page, title: 'Page' },
  })
  const ofProposal = data.changeRequest.comments.nodes[0].target.page
  expect(ofProposal.page).toEqual({ id: `${page}@${proposal}`, title: 'Proposed' })
  expect(data.changeRequest.revisionInitial.id).toBe(data.changeRequest.revisionInitialId)
  const stranger = app.as(await buildUser(app))
  expect((await stranger.gql('query ($id: ID!) { node(id: $id) { id } }', { id: page })).data.node).toBeNull()
})
