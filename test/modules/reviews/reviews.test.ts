import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildProposal, buildSpaceWith } from '../../support/factories/change-requests.ts'
import { insertPage } from '../../support/factories/content.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function buildReviewedSpace() {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const space = await buildSpaceWith(client, organization.id, { A: 'a' })
  const reviewer = await buildMember(app, organization.id, 'REVIEW')
  const proposal = await buildProposal(client, space.id)
  return { organization, client, space, reviewer, proposal }
}

describe('a request for reviews', () => {
  it('opens a draft, can update its subject, and lists the requested reviewers', async () => {
    const { organization, client, reviewer, proposal } = await buildReviewedSpace()
    const asked = await client.post(`${proposal.address}/requested-reviewers`, {
      users: [reviewer.id, reviewer.id],
      subject: 'Please read',
    })
    expect(asked.status).toBe(200)
    const one = {
      object: 'change-request-requested-reviewer',
      kind: 'user',
      user: { id: reviewer.id },
      requestedBy: { id: organization.admin.id },
      revision: expect.any(String),
    }
    expect(asked.body.users).toMatchObject([one])
    expect((await client.get(`${proposal.address}/requested-reviewers`)).body).toMatchObject({
      count: 1,
      items: [one],
    })
    expect(await proposal.read()).toMatchObject({ status: 'open', subject: 'Please read' })
  })

  it('is rejected as a whole if one of the users may not review', async () => {
    const { organization, client, reviewer, proposal } = await buildReviewedSpace()
    const reader = await buildMember(app, organization.id, 'EDIT')
    const stranger = (await buildOrganization(app)).admin
    for (const user of [reader.id, stranger.id, 'usrnone']) {
      const { status, body } = await client.post(`${proposal.address}/requested-reviewers`, {
        users: [reviewer.id, user],
      })
      expect(status).toBe(400)
      expect(body.error.fields).toMatchObject([{ path: 'users.1' }])
    }
    expect((await client.get(`${proposal.address}/requested-reviewers`)).body.count).toBe(0)
    expect(await proposal.read()).toMatchObject({ status: 'draft' })
  })

  it('can be removed once, by editors and by the requested reviewer', async () => {
    const { organization, client, reviewer, proposal } = await buildReviewedSpace()
    const reader = await buildMember(app, organization.id, 'READ')
    const address = `${proposal.address}/requested-reviewers`
    const ask = () => client.post(address, { users: [reviewer.id] })
    await ask()
    expect((await app.as(reader).delete(`${address}/${reviewer.id}`)).status).toBe(403)
    expect((await app.as(reviewer).delete(`${address}/${reviewer.id}`)).status).toBe(205)
    expect((await client.delete(`${address}/${reviewer.id}`)).status).toBe(404)
    await ask()
    expect((await client.delete(`${address}/${reviewer.id}`)).status).toBe(205)
  })
})

describe('a review', () => {
  it('has the verdict on the current revision, and removes the request', async () => {
    const { organization, client, reviewer, proposal } = await buildReviewedSpace()
    await client.post(`${proposal.address}/requested-reviewers`, { users: [reviewer.id] })
    await proposal.change(insertPage('B'))
    const { revision } = await proposal.read()
    const review = await app.as(reviewer).post(`${proposal.address}/reviews`, {
      status: 'changes-requested',
      comment: { markdown: 'Say *more*.' },
    })
    expect(review.status).toBe(201)
    expect(review.headers.get('location')).toBe(review.body.urls.location)
    expect(review.body).toMatchObject({
      object: 'change-request-review',
      revision,
      status: 'changes-requested',
      reviewer: { id: reviewer.id },
      requestedBy: { id: organization.admin.id },
      comment: {
        object: 'comment',
        body: { markdown: 'Say *more*.' },
        target: { changeRequest: proposal.id, review: review.body.id },
      },
    })
    expect((await client.get(`${proposal.address}/requested-reviewers`)).body.count).toBe(0)
    expect((await client.get(`${proposal.address}/reviews/${review.body.id}`)).body).toEqual(review.body)
  })

  it.runIf(isLongRun)('stays in the list, newest first, when the same user submits another', async () => {
    const { client, reviewer, proposal } = await buildReviewedSpace()
    for (const status of ['changes-requested', 'approved'])
      await app.as(reviewer).post(`${proposal.address}/reviews`, { status })
    const { body } = await client.get(`${proposal.address}/reviews`)
    expect(body.items.map(({ status }: { status: string }) => status)).toEqual([
      'approved',
      'changes-requested',
    ])
  })

  it.runIf(isLongRun)('has its comment counted by the change request, but not by the space', async () => {
    const { client, space, reviewer, proposal } = await buildReviewedSpace()
    await app.as(reviewer).post(`${proposal.address}/reviews`, {
      status: 'approved',
      comment: { markdown: 'Good.' },
    })
    expect(await proposal.read()).toMatchObject({ comments: 1 })
    expect((await client.get(space.address)).body).toMatchObject({ comments: 0 })
    expect((await client.get(`${space.address}/comments`)).body.count).toBe(0)
  })

  it('requires the permission to review', async () => {
    const { organization, proposal } = await buildReviewedSpace()
    const editor = await buildMember(app, organization.id, 'EDIT')
    const { status } = await app.as(editor).post(`${proposal.address}/reviews`, { status: 'approved' })
    expect(status).toBe(403)
  })
})

describe('a review', () => {
  it('is outdated once its reviewer submits another one or is asked for one, until that request is removed', async () => {
    const { client, organization, reviewer, proposal } = await buildReviewedSpace()
    const other = await buildMember(app, organization.id, 'REVIEW')
    const submit = (who: typeof reviewer) =>
      app.as(who).post(`${proposal.address}/reviews`, { status: 'approved' })
    const outdated = async (filter = '') => {
      const { count, items } = (await client.get(`${proposal.address}/reviews${filter}`)).body
      expect(count).toBe(items.length)
      return items.map((review: { outdated: boolean }) => review.outdated)
    }
    expect((await submit(reviewer)).body.outdated).toBe(false)
    await submit(other)
    expect(await outdated()).toEqual([false, false])
    await submit(reviewer)
    expect(await outdated()).toEqual([false, false, true])
    await client.post(`${proposal.address}/requested-reviewers`, { users: [other.id] })
    expect(await outdated()).toEqual([false, true, true])
    expect(await outdated('?outdated=true')).toEqual([true, true])
    expect(await outdated('?outdated=false')).toEqual([false])
    await client.delete(`${proposal.address}/requested-reviewers/${other.id}`)
    expect(await outdated()).toEqual([false, false, true])
  })
})
