import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildProposal, buildSpaceWith } from '../../support/factories/change-requests.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'

let app: TestApp
let client: TestClient
let organization: Awaited<ReturnType<typeof buildOrganization>>
let space: Awaited<ReturnType<typeof buildSpaceWith>>

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
  space = await buildSpaceWith(client, organization.id, { A: 'a' })
})
afterAll(() => app.close())

const tree = {
  object: 'document',
  data: {},
  nodes: [
    {
      object: 'block',
      type: 'paragraph',
      data: {},
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'Why', marks: [] }] }],
    },
  ],
}

describe('the description of a change request', () => {
  it.each([
    ['a tree of nodes', tree],
    ['an object with the tree', { document: tree }],
    ['Markdown', 'Why'],
    ['an object with Markdown', { markdown: 'Why' }],
  ])('is taken as %s, and told as a tree, everywhere', async (_form, description) => {
    const created = await client.post(`${space.address}/change-requests`, {
      subject: 'Described',
      description,
    })
    expect(created.status).toBe(201)
    const { id, number, urls } = created.body
    const expected = { object: 'document', nodes: [{ type: 'paragraph' }] }
    expect(created.body.description).toMatchObject(expected)
    const lists = [`${space.address}/change-requests`, `/orgs/${organization.id}/change-requests`]
    for (const list of lists) {
      const { items } = (await client.get(`${list}?status=draft`)).body
      expect(items.find((item: { id: string }) => item.id === id)).toEqual(created.body)
    }
    expect((await client.get(new URL(urls.location).pathname.slice(3))).body).toEqual(created.body)
    const { data } = await client.gql(
      'query ($space: ID!, $id: ID!) { changeRequest(spaceId: $space, id: $id) { description descriptionDocument } }',
      { space: space.id, id: String(number) },
    )
    expect(data.changeRequest).toEqual({
      description: expect.stringMatching(/^Why\n?$/),
      descriptionDocument: created.body.description,
    })
  })

  it('is updated, kept by other updates, and removed by null, an empty text or an empty object', async () => {
    const { address } = await buildProposal(client, space.id)
    const update = async (body: object) => (await client.patch(address, body)).body.description
    const removals = [null, '', {}, { markdown: '' }]
    for (const removal of removals) {
      expect(await update({ description: 'Why' })).toMatchObject({ object: 'document' })
      expect(await update({ subject: 'Other' })).toMatchObject({ object: 'document' })
      expect(await update({ description: removal })).toBeUndefined()
    }
  })

  it('is updated by a request for reviews, which answers the change request in GraphQL', async () => {
    const proposal = await buildProposal(client, space.id)
    const reviewer = await buildMember(app, organization.id, 'REVIEW')
    await client.post(`${proposal.address}/requested-reviewers`, {
      users: [reviewer.id],
      description: tree,
    })
    expect(await proposal.read()).toMatchObject({ description: { object: 'document' }, status: 'open' })
    const { data } = await client.gql(
      `mutation ($space: ID!, $id: ID!, $user: ID!) {
        requestChangeRequestReviews(
          spaceId: $space, changeRequestId: $id, input: { users: [$user], description: { markdown: "Then" } }
        ) { changeRequest { id status description } requestedReviewers { user { id } } }
      }`,
      { space: space.id, id: proposal.id, user: reviewer.id },
    )
    expect(data.requestChangeRequestReviews).toEqual({
      changeRequest: { id: proposal.id, status: 'OPEN', description: 'Then' },
      requestedReviewers: [{ user: { id: reviewer.id } }],
    })
  })

  it.each([
    ['both forms', { markdown: 'a', document: tree }, 'description'],
    ['an invalid tree', { object: 'document', nodes: [{ object: 'block', type: 'none' }] }, 'description'],
    ['too long a text', 'x'.repeat(100_001), 'description'],
    ['a number', 5, 'description'],
  ])('is refused with its path for %s', async (_case, description, path) => {
    const { address } = await buildProposal(client, space.id)
    const { status, body } = await client.patch(address, { description })
    expect(status).toBe(400)
    expect(body.error.fields[0].path).toContain(path)
  })
})

describe('the links of a change request', () => {
  const link = (url: string, more: object = {}) => ({ ref: { kind: 'url', url }, ...more })

  it('are replaced by those of an update, of which each that is named keeps its id', async () => {
    const { address } = await buildProposal(client, space.id)
    const set = async (links: unknown) => (await client.patch(address, { links })).body.links
    const [ticket, page] = await set([
      link('https://tickets.example/1', { title: 'Ticket' }),
      link('https://example.com'),
    ])
    expect(ticket).toMatchObject({ title: 'Ticket', ref: { kind: 'url', url: 'https://tickets.example/1' } })
    expect(page).toEqual({ id: expect.any(String), ref: { kind: 'url', url: 'https://example.com' } })
    const changed = await set([{ ...page, title: 'Page' }, link('https://example.org')])
    expect(changed).toEqual([
      { ...page, title: 'Page' },
      expect.objectContaining(link('https://example.org')),
    ])
    expect((await client.get(address)).body.links).toEqual(changed)
    expect((await client.patch(address, { subject: 'Kept' })).body.links).toEqual(changed)
    expect(await set([])).toEqual([])
  })

  it.each([
    ['an unknown id', [link('https://example.com', { id: 'other' })], 'links.0.id'],
    ['no URL', [link('javascript:alert(1)')], 'links.0.ref.url'],
    ['another kind', [{ ref: { kind: 'page', page: 'pag' } }], 'links.0.ref.kind'],
    ['more than 10', Array.from({ length: 11 }, () => link('https://example.com')), 'links'],
  ])('are refused with their path for %s', async (_case, links, path) => {
    const { address } = await buildProposal(client, space.id)
    const { status, body } = await client.patch(address, { links })
    expect(status).toBe(400)
    expect(body.error.fields[0].path).toContain(path)
  })
})

describe('a merged change request', () => {
  it('tells who merged it and when, also after they left, and what it was merged to tells its space', async () => {
    const merger = await buildMember(app, organization.id, 'REVIEW')
    const proposal = await buildProposal(client, space.id)
    expect(await proposal.read()).not.toHaveProperty('mergedBy')
    expect(await proposal.read()).not.toHaveProperty('mergedAt')
    await proposal.change({ operation: 'insert_page', title: 'New', document: { markdown: 'b' } })
    const { body } = await app.as(merger).post(`${proposal.address}/merge`)
    expect(body.result).toBe('merge')
    const merged = await proposal.read()
    expect(merged).toMatchObject({
      mergedBy: { id: merger.id },
      space: space.id,
      mergedAt: expect.any(String),
    })
    const revision = (await client.get(`/spaces/${space.id}/revisions/${body.revision}`)).body
    expect(revision.mergedFrom).toMatchObject({
      id: proposal.id,
      space: space.id,
      mergedAt: revision.createdAt,
    })
    await client.delete(`/orgs/${organization.id}/members/${merger.id}`)
    expect((await proposal.read()).mergedBy.displayName).toBe(merged.mergedBy.displayName)
  })
})

describe('the contributors of a change request', () => {
  it('are counted and read page by page, the most recent first', async () => {
    const proposal = await buildProposal(client, space.id)
    const others = [
      await buildMember(app, organization.id, 'EDIT'),
      await buildMember(app, organization.id, 'EDIT'),
    ]
    const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: title } })
    for (const person of [...others, organization.admin])
      await app.as(person).post(`${proposal.address}/content`, { changes: [insert(person.id)] })
    const expected = [organization.admin.id, others[1]?.id, others[0]?.id]
    const all = (await client.get(`${proposal.address}/contributors`)).body
    expect(all).toMatchObject({
      count: 3,
      items: expected.map((id) => ({ user: { id }, count: 1, actionType: 'edit' })),
    })
    expect(all).not.toHaveProperty('next')
    const pages: string[] = []
    let page = ''
    do {
      const { body } = await client.get(`${proposal.address}/contributors?limit=1${page}`)
      pages.push(...body.items.map((item: { user: { id: string } }) => item.user.id))
      page = body.next ? `&page=${body.next.page}` : ''
    } while (page)
    expect(pages).toEqual(expected)
  })
})
