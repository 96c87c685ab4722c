import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildProposal, type Proposal } from '../../support/factories/change-requests.ts'
import { insertPage } from '../../support/factories/content.ts'
import {
  addMember,
  buildMember,
  buildOrganization,
  buildUser,
  grant,
  type TestUser,
} from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof buildWorld>>

beforeAll(async () => {
  app = await startTestApp()
  world = await buildWorld()
})
afterAll(() => app.close())

/** Builds a space that members may read and one for admins, with an open change request and a draft in each. */
async function buildWorld() {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const [shared, hidden] = [
    await buildSpace(app, organization, { title: 'Shared' }),
    await buildSpace(app, organization, { title: 'Hidden', defaultLevel: null }),
  ]
  const editor = await buildMember(app, organization.id, 'REVIEW')
  const proposals: Record<string, Proposal> = {}
  const propose = async (author: TestUser, spaceId: string, subject: string, open: boolean) => {
    const proposal = await buildProposal(app.as(author), spaceId, subject)
    if (open) await app.as(author).patch(proposal.address, { status: 'open' })
    proposals[subject] = proposal
  }
  await propose(organization.admin, shared.id, 'shared open', true)
  await propose(editor, shared.id, 'shared draft', false)
  await propose(organization.admin, hidden.id, 'hidden open', true)
  await propose(organization.admin, hidden.id, 'hidden draft', false)
  const site = (await client.post(`/orgs/${organization.id}/sites`, { title: 'Site', spaces: [shared.id] }))
    .body
  const people = {
    admin: organization.admin,
    editor,
    reader: await buildMember(app, organization.id, 'READ'),
    guest: await buildMember(app, organization.id, null),
    invited: await buildMember(app, organization.id, null),
    stranger: await buildUser(app),
  }
  await grant(app, people.invited, 'READ', { spaceId: hidden.id })
  return {
    organization,
    client,
    shared,
    hidden,
    site,
    proposals,
    people,
    address: `/orgs/${organization.id}/change-requests`,
  }
}

const subjectsOf = (items: readonly { subject: string }[]) => items.map(({ subject }) => subject)

async function listed(client: TestClient, query = ''): Promise<string[]> {
  const { status, body } = await client.get(`${world.address}${query}`)
  expect({ status, error: body.error }).toEqual({ status: 200 })
  expect(body.count).toBe(body.items.length)
  return subjectsOf(body.items)
}

const everyStatus = '?status=draft&status=open&status=archived&status=merged'

describe('the change requests of an organization', () => {
  it('are by default those that are open, the last changed first', async () => {
    expect(await listed(world.client)).toEqual(['hidden open', 'shared open'])
    expect(await listed(world.client, '?orderBy=createdAt')).toEqual(['hidden open', 'shared open'])
  })

  it('have the form of the list of a space', async () => {
    const { body } = await world.client.get(`${world.address}?space=${world.shared.id}`)
    const ofSpace = await world.client.get(`/spaces/${world.shared.id}/change-requests`)
    expect(body).toEqual(ofSpace.body)
  })

  it.each([
    ['admin', ['hidden draft', 'hidden open', 'shared draft', 'shared open']],
    ['editor', ['shared draft', 'shared open']],
    ['reader', ['shared draft', 'shared open']],
    ['guest', []],
    ['invited', ['hidden draft', 'hidden open']],
  ] as const)(
    'show the %s those of spaces that they may read, and count no others',
    async (person, expected) => {
      expect(await listed(app.as(world.people[person]), everyStatus)).toEqual(expected)
      const query = '{ viewer { changeRequests(status: null) { totalCount nodes { subject } } } }'
      const { data } = await app.as(world.people[person]).gql(query)
      expect(subjectsOf(data.viewer.changeRequests.nodes)).toEqual(expected)
      expect(data.viewer.changeRequests.totalCount).toBe(expected.length)
    },
  )

  it('are not found by strangers, who have none of their own', async () => {
    const stranger = app.as(world.people.stranger)
    expect((await stranger.get(world.address)).status).toBe(404)
    expect((await app.as(null).get(world.address)).status).toBe(401)
    const { data } = await stranger.gql('{ viewer { changeRequests(status: null) { totalCount } } }')
    expect(data).toEqual({ viewer: { changeRequests: { totalCount: 0 } } })
  })

  it('can be filtered by status, creator, contributor, space and site', async () => {
    const { client, people, shared, hidden, site, proposals } = world
    expect(await listed(client, '?status=draft')).toEqual(['hidden draft', 'shared draft'])
    expect(await listed(client, `${everyStatus}&creator=${people.editor.id}`)).toEqual(['shared draft'])
    expect(await listed(client, `${everyStatus}&creator=usrnone`)).toEqual([])
    expect(await listed(client, `?space=${hidden.id}`)).toEqual(['hidden open'])
    expect(await listed(client, `?space=${shared.id}&status=archived`)).toEqual([])
    expect(await listed(client, `?site=${site.id}`)).toEqual(['shared open'])
    expect(await listed(app.as(people.invited), `${everyStatus}&site=${site.id}`)).toEqual([])
    await proposals['hidden draft']?.change(insertPage('Changed'))
    expect(await listed(client, `${everyStatus}&contributor=${people.admin.id}`)).toEqual(['hidden draft'])
    expect((await client.get(`${world.address}?status=closed`)).status).toBe(400)
    expect((await client.get(`${world.address}?orderBy=title`)).status).toBe(400)
  })

  it('can be searched by a part of the subject, and by the number', async () => {
    const found = async (search: string) => {
      const query = `query ($id: ID!, $search: String!) {
        organization(id: $id) { changeRequests(search: $search, status: null) { totalCount nodes { subject } } }
      }`
      const { data } = await world.client.gql(query, { id: world.organization.id, search })
      const { nodes, totalCount } = data.organization.changeRequests
      expect(totalCount).toBe(nodes.length)
      return subjectsOf(nodes).sort()
    }
    expect(await found('SHARED')).toEqual(['shared draft', 'shared open'])
    expect(await found('en draft')).toEqual(['hidden draft'])
    expect(await found('#1')).toEqual(['hidden open', 'shared open'])
    expect(await found('2')).toEqual(['hidden draft', 'shared draft'])
    expect(await found('99999999999')).toEqual([])
    expect(await found('%')).toEqual([])
  })

  it('can be those of the caller, or those of others', async () => {
    const query = `query ($id: ID!) {
      organization(id: $id) {
        mine: changeRequests(mine: true, status: null) { totalCount nodes { subject } }
        others: changeRequests(mine: false, status: null) { totalCount nodes { subject } }
      }
    }`
    const { data } = await app.as(world.people.editor).gql(query, { id: world.organization.id })
    expect(data.organization).toEqual({
      mine: { totalCount: 1, nodes: [{ subject: 'shared draft' }] },
      others: { totalCount: 1, nodes: [{ subject: 'shared open' }] },
    })
  })

  it('can be those that wait for a review of a user, until it is submitted', async () => {
    const { organization, client, people, shared } = world
    const proposal = await buildProposal(client, shared.id, 'to review')
    await client.post(`${proposal.address}/requested-reviewers`, { users: [people.editor.id] })
    expect(await listed(client, `?requestedReviewer=${people.editor.id}`)).toEqual(['to review'])
    const asked = `query ($id: ID!) {
      organization(id: $id) {
        waiting: changeRequests(reviewRequested: true) { totalCount nodes { subject } }
        others: changeRequests(reviewRequested: false) { nodes { subject } }
      }
      viewer { changeRequests(reviewRequested: true) { nodes { subject } } }
    }`
    const reviewer = app.as(people.editor)
    const { data } = await reviewer.gql(asked, { id: organization.id })
    expect(data).toEqual({
      organization: {
        waiting: { totalCount: 1, nodes: [{ subject: 'to review' }] },
        others: { nodes: [{ subject: 'shared draft' }, { subject: 'shared open' }] },
      },
      viewer: { changeRequests: { nodes: [{ subject: 'to review' }] } },
    })
    await reviewer.post(`${proposal.address}/reviews`, { status: 'approved' })
    expect((await reviewer.gql(asked, { id: organization.id })).data.organization.waiting.totalCount).toBe(0)
    await client.patch(proposal.address, { status: 'archived' })
  })

  it.each([
    ['last change', 'orderBy=updatedAt'],
    ['creation', 'orderBy=createdAt'],
  ])('are all on pages of one, by the time of the %s', async (_name, order) => {
    const expected = await listed(world.client, `${everyStatus}&${order}`)
    const found: string[] = []
    let page = ''
    do {
      const { body } = await world.client.get(`${world.address}${everyStatus}&${order}&limit=1${page}`)
      found.push(...subjectsOf(body.items))
      page = body.next ? `&page=${body.next.page}` : ''
    } while (page !== '')
    expect(found).toEqual(expected)
  })

  it('take no token of another order', async () => {
    const { body } = await world.client.get(`${world.address}${everyStatus}&limit=1`)
    const answer = await world.client.get(`${world.address}?orderBy=createdAt&page=${body.next.page}`)
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toContain('order')
  })

  it('leave with a space that is transferred, and are not listed once it is deleted', async () => {
    const { id: organizationId, admin } = await buildOrganization(app)
    const target = await buildOrganization(app)
    await addMember(app, target.id, admin, 'ADMIN')
    const client = app.as(admin)
    const space = await buildSpace(app, { id: organizationId })
    const proposal = await buildProposal(client, space.id)
    const totals = async () =>
      Promise.all(
        [organizationId, target.id].map(
          async (id) => (await client.get(`/orgs/${id}/change-requests?status=draft`)).body.count,
        ),
      )
    expect(await totals()).toEqual([1, 0])
    await client.post(`/spaces/${space.id}/transfer`, { organization: target.id })
    expect(await totals()).toEqual([0, 1])
    const mine = '{ viewer { changeRequests(status: DRAFT) { nodes { id } } } }'
    expect((await client.gql(mine)).data.viewer.changeRequests.nodes).toEqual([{ id: proposal.id }])
    await client.delete(`/spaces/${space.id}`)
    expect(await totals()).toEqual([0, 0])
  })
})

describe('the change requests of a user', () => {
  it('are hidden from other users, who may read the user', async () => {
    const { organization, people } = world
    const { errors } = await app
      .as(organization.admin)
      .gql('query ($id: ID!) { user(id: $id) { changeRequests { totalCount } } }', { id: people.editor.id })
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })
})

describe('the change requests of a space', () => {
  let own: typeof world
  beforeAll(async () => {
    own = await buildWorld()
  })

  it.each([
    ['', ['shared open']],
    ['?status=draft', ['shared draft']],
    ['?creator=:admin', ['shared open']],
    ['?creator=:editor', []],
    ['?creator=:editor&status=draft', ['shared draft']],
    ['?creator=nobody', []],
    ['?requestedReviewer=nobody', []],
    ['?orderBy=updatedAt', ['shared open']],
  ])('with `%s` are those of the list of the organization', async (query, expected) => {
    const { organization, people, shared, client } = own
    const given = query.replace(':admin', organization.admin.id).replace(':editor', people.editor.id)
    const ofSpace = (await client.get(`/spaces/${shared.id}/change-requests${given}`)).body
    expect(subjectsOf(ofSpace.items)).toEqual(expected)
    expect(ofSpace.count).toBe(expected.length)
    const both = `${given}${given ? '&' : '?'}space=${shared.id}`
    expect((await client.get(`${own.address}${both}`)).body.items).toEqual(ofSpace.items)
  })

  it('are those that wait for a reviewer, until the review', async () => {
    const organization = await buildOrganization(app)
    const client = app.as(organization.admin)
    const space = await buildSpace(app, organization)
    const reviewer = await buildMember(app, organization.id, 'REVIEW')
    const [asked] = [
      await buildProposal(client, space.id, 'Asked'),
      await buildProposal(client, space.id, 'Other'),
    ]
    await client.post(`${asked.address}/requested-reviewers`, { users: [reviewer.id] })
    const waiting = async () =>
      (await client.get(`/spaces/${space.id}/change-requests?requestedReviewer=${reviewer.id}`)).body
    expect(await waiting()).toMatchObject({ count: 1, items: [{ id: asked.id }] })
    await app.as(reviewer).post(`${asked.address}/reviews`, { status: 'approved' })
    expect(await waiting()).toMatchObject({ count: 0, items: [] })
  })

  it.runIf(isLongRun)(
    'are read in either order page by page, which no change of another repeats or skips',
    async () => {
      const organization = await buildOrganization(app)
      const client = app.as(organization.admin)
      const space = await buildSpace(app, organization)
      const proposals: Proposal[] = []
      for (const subject of ['first', 'second', 'third']) {
        const proposal = await buildProposal(client, space.id, subject)
        await client.patch(proposal.address, { status: 'open' })
        proposals.push(proposal)
      }
      await client.patch(proposals[0]?.address as string, { subject: 'first again' })
      const list = `/spaces/${space.id}/change-requests?limit=2`
      const pages = async (orderBy: string, between?: () => Promise<unknown>) => {
        const one = (await client.get(`${list}${orderBy}`)).body
        await between?.()
        const two = (await client.get(`${list}${orderBy}&page=${one.next.page}`)).body
        expect(two.next).toBeUndefined()
        return subjectsOf([...one.items, ...two.items])
      }
      expect(await pages('')).toEqual(['third', 'second', 'first again'])
      expect(await pages('&orderBy=createdAt')).toEqual(['third', 'second', 'first again'])
      expect(await pages('&orderBy=updatedAt')).toEqual(['first again', 'third', 'second'])
      const insertion = () => buildProposal(client, space.id, 'later')
      expect(await pages('&orderBy=updatedAt', insertion)).toEqual(['first again', 'third', 'second'])
    },
  )
})

describe('lists of change requests that name no status', () => {
  it('have in GraphQL what is open and the own drafts of the caller, and in REST what is open', async () => {
    const organization = await buildOrganization(app)
    const space = await buildSpace(app, organization)
    const editor = await buildMember(app, organization.id, 'EDIT')
    const people = [organization.admin, editor]
    for (const person of people) await buildProposal(app.as(person), space.id, `draft of ${person.id}`)
    const open = await buildProposal(app.as(editor), space.id, 'open')
    await app.as(editor).patch(open.address, { status: 'open' })
    const document = `query ($space: ID!, $organization: ID!, $given: [ChangeRequestStatus!]) {
      space(id: $space) { changeRequests { totalCount nodes { subject } } }
      organization(id: $organization) { changeRequests { totalCount nodes { subject } } }
      viewer { changeRequests { totalCount nodes { subject } } }
      named: space(id: $space) { changeRequests(status: $given) { nodes { subject } } }
    }`
    for (const person of people) {
      const variables = { space: space.id, organization: organization.id }
      const { data } = await app.as(person).gql(document, variables)
      const expected = { totalCount: 2, nodes: [{ subject: 'open' }, { subject: `draft of ${person.id}` }] }
      for (const parent of [data.space, data.organization, data.viewer])
        expect(parent.changeRequests).toEqual(expected)
      expect(data.named.changeRequests.nodes).toEqual(expected.nodes)
      const given = await app.as(person).gql(document, { ...variables, given: ['DRAFT'] })
      expect(given.data.named.changeRequests.nodes).toHaveLength(2)
      const all = await app.as(person).gql(document, { ...variables, given: null })
      expect(all.data.named.changeRequests.nodes).toHaveLength(3)
      for (const list of [`/spaces/${space.id}/change-requests`, `/orgs/${organization.id}/change-requests`])
        expect((await app.as(person).get(list)).body).toMatchObject({
          count: 1,
          items: [{ subject: 'open' }],
        })
    }
  })
})
