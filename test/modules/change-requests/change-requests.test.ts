import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { budget, isLongRun } from '../../support/budget.ts'
import {
  buildProposal,
  buildSpaceWith,
  markdownAt,
  pageAt,
  pathsOf,
} from '../../support/factories/change-requests.ts'
import { deletePage, insertPage, sendChanges, writePage } from '../../support/factories/content.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function buildWorkspace(pages: Record<string, string> = { Start: 'Begin.', Guide: 'Go.' }) {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const space = await buildSpaceWith(client, organization.id, pages)
  return { organization, client, space }
}

describe('a new change request', () => {
  it('is a draft based on the current content of the space', async () => {
    const { organization, client, space } = await buildWorkspace()
    const answer = await client.post(`${space.address}/change-requests`, { subject: 'Better words' })
    const { revision } = (await client.get(space.address)).body
    expect(answer.status).toBe(201)
    expect(answer.headers.get('location')).toBe(answer.body.urls.location)
    expect(answer.body).toMatchObject({
      object: 'change-request',
      number: 1,
      status: 'draft',
      subject: 'Better words',
      createdBy: { object: 'user', id: organization.admin.id },
      revisionInitial: revision,
      comments: 0,
      outdated: false,
    })
    expect(answer.body).not.toHaveProperty('revisionMerged')
    expect(await pathsOf(client, `${space.address}/change-requests/1/content`)).toEqual(['start', 'guide'])
  })

  it('is found by its id and its number only', async () => {
    const { client, space } = await buildWorkspace()
    const { id } = await buildProposal(client, space.id)
    for (const name of [id, '1']) {
      const { body } = await client.get(`${space.address}/change-requests/${name}`)
      expect(body).toMatchObject({ id, number: 1 })
    }
    for (const name of ['0', '01', '2', '-1', '1.0', '99999999999', 'chrnone'])
      expect((await client.get(`${space.address}/change-requests/${name}`)).status).toBe(404)
  })

  it('is answered to a write of its content beside what was written, unless `compat` is false', async () => {
    const { client, space } = await buildWorkspace()
    const { address } = await buildProposal(client, space.id)
    const insert = { changes: [{ operation: 'insert_page', title: 'New', document: { markdown: 'New.' } }] }
    for (const query of ['', '?compat=true']) {
      const answer = await client.post(`${address}/content${query}`, insert)
      const { body } = await client.get(address)
      const { changeRequest, changes, insertedFiles, ...members } = answer.body
      expect([members, changeRequest]).toEqual([body, body])
      expect([changes.length, insertedFiles]).toEqual([1, []])
      expect(answer.headers.get('warning')).toBeNull()
    }
    const answer = await client.post(`${address}/content?compat=false`, insert)
    expect(Object.keys(answer.body).sort()).toEqual(['changeRequest', 'changes', 'insertedFiles', 'revision'])
    expect(answer.headers.get('warning')).toBeNull()
    const unclear = await client.post(`${address}/content?compat=perhaps`, insert)
    expect(unclear.status).toBe(400)
  })

  it('needs no subject, and accepts one of at most 100 characters', async () => {
    const { client, space } = await buildWorkspace({})
    const create = (body: object) => client.post(`${space.address}/change-requests`, body)
    expect((await create({})).body.subject).toBe('')
    expect((await create({ subject: '😀'.repeat(100) })).status).toBe(201)
    expect((await create({ subject: 'x'.repeat(101) })).status).toBe(400)
  })

  const atOnce = budget(12, 50)

  it(`gets the next number without gaps or repeats when ${atOnce} are created concurrently`, async () => {
    const { client, space } = await buildWorkspace({})
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, index) =>
        client.post(`${space.address}/change-requests`, { subject: `Number ${index}` }),
      ),
    )
    const numbers = answers.map(({ body }) => body.number as number).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: atOnce }, (_, index) => index + 1))
    expect((await client.get(space.address)).body).toMatchObject({
      changeRequests: atOnce,
      changeRequestsDraft: atOnce,
    })
  })
})

describe('change requests and live edits', () => {
  it.runIf(isLongRun)('succeed concurrently', async () => {
    const { client, space } = await buildWorkspace({ A: 'a' })
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, index) => [
        client.post(`${space.address}/change-requests`, {}),
        sendChanges(client, space.id, insertPage(`Live ${index}`)),
      ]).flat(),
    )
    expect(answers.map(({ status }) => status).filter((status) => status > 201)).toEqual([])
    expect(await pathsOf(client, `${space.address}/content`)).toHaveLength(26)
  })
})

describe('the change requests of a space', () => {
  it('are listed newest first, by default those that are open', async () => {
    const { client, space } = await buildWorkspace({})
    const proposals = []
    for (const subject of ['One', 'Two', 'Three'])
      proposals.push(await buildProposal(client, space.id, subject))
    const list = async (query = '') =>
      (await client.get(`${space.address}/change-requests${query}`)).body.items.map(
        ({ subject }: { subject: string }) => subject,
      )
    expect(await list()).toEqual([])
    expect(await list('?status=draft')).toEqual(['Three', 'Two', 'One'])
    await client.patch(proposals[0]?.address as string, { status: 'open' })
    await client.patch(proposals[1]?.address as string, { status: 'archived' })
    expect(await list()).toEqual(['One'])
    expect(await list('?status=archived')).toEqual(['Two'])
    expect(await list('?status=merged')).toEqual([])
    expect((await client.get(`${space.address}/change-requests?status=other`)).status).toBe(400)
  })

  it.runIf(isLongRun)('have correct counters on the space under concurrent changes', async () => {
    const { client, space } = await buildWorkspace({})
    const proposals = await Promise.all(Array.from({ length: 8 }, () => buildProposal(client, space.id)))
    const statuses = ['open', 'archived', 'draft', 'open', 'open', 'archived', 'open', 'draft']
    await Promise.all(
      proposals.flatMap(({ address }, index) => [
        client.patch(address, { status: statuses[index] }),
        client.patch(address, { status: statuses[(index + 3) % statuses.length] }),
      ]),
    )
    await Promise.all(proposals.slice(0, 2).map(({ address }) => client.post(`${address}/merge`)))
    const { rows } = await app.database.pool.query(
      `SELECT count(*)::int AS "changeRequests",
              count(*) FILTER (WHERE status = 'OPEN')::int AS "changeRequestsOpen",
              count(*) FILTER (WHERE status = 'DRAFT')::int AS "changeRequestsDraft"
       FROM "ChangeRequest" WHERE "spaceId" = $1`,
      [space.id],
    )
    expect((await client.get(space.address)).body).toMatchObject(rows[0])
  })

  it('can be filtered by contributor', async () => {
    const { organization, client, space } = await buildWorkspace()
    const editor = await buildMember(app, organization.id, 'EDIT')
    const [mine, theirs] = [await buildProposal(client, space.id), await buildProposal(client, space.id)]
    await mine.change(insertPage('Mine'))
    await sendTo(app.as(editor), `${theirs.address}/content`, insertPage('Theirs'))
    const found = await client.get(`${space.address}/change-requests?status=draft&contributor=${editor.id}`)
    expect(found.body).toMatchObject({ count: 1, items: [{ id: theirs.id }] })
    const contributors = await client.get(`${theirs.address}/contributors`)
    expect(contributors.body.items).toMatchObject([{ count: 1, user: { id: editor.id } }])
  })
})

describe('the content of a change request', () => {
  it('is that of the space with its own changes, which the space does not have', async () => {
    const { client, space } = await buildWorkspace({ Start: 'Begin.', Guide: 'Go.', Old: 'Gone soon.' })
    const proposal = await buildProposal(client, space.id)
    const guide = await pageAt(client, `${space.address}/content`, 'guide')
    const start = await pageAt(client, `${space.address}/content`, 'start')
    const old = await pageAt(client, `${space.address}/content`, 'old')
    await proposal.change(
      writePage(start, 'Begin here.'),
      insertPage('New', 'Fresh.', { into: start }),
      { operation: 'update_page', page: guide, into: start, at: 0 },
      deletePage(old),
    )
    const content = `${proposal.address}/content`
    expect(await pathsOf(client, content)).toEqual(['start', 'start/guide', 'start/new'])
    expect(await markdownAt(client, content, 'start')).toBe('Begin here.')
    expect(await markdownAt(client, content, 'start/guide')).toBe('Go.')
    expect((await client.get(`${content}/page/${old}`)).status).toBe(404)
    expect((await client.get(`${content}/path/guide`)).status).toBe(404)
    expect(await pathsOf(client, `${space.address}/content`)).toEqual(['start', 'guide', 'old'])
    expect(await markdownAt(client, `${space.address}/content`, 'start')).toBe('Begin.')
  })

  it.runIf(isLongRun)('is the same as a tree, page by page, and in connections', async () => {
    const { client, space } = await buildWorkspace({ A: 'a', B: 'b', C: 'c' })
    const proposal = await buildProposal(client, space.id)
    const [a, b] = await Promise.all(
      ['a', 'b'].map((path) => pageAt(client, `${space.address}/content`, path)),
    )
    await proposal.change(
      { operation: 'update_page', page: b, into: a },
      insertPage('D', 'd', { into: b, at: 0 }),
      { operation: 'insert_files', files: [{ name: 'x.txt', contentType: 'text/plain', base64: 'eA==' }] },
    )
    const { data } = await client.gql(
      `query ($space: ID!, $id: ID!) { changeRequest(spaceId: $space, id: $id) { revision {
         allPages { pageId ...Path } files(first: 5) { totalCount nodes { name } }
         pages(first: 5) { totalCount nodes { ...Path ... on ParentPage { children(first: 5) { totalCount nodes { ...Path
           ... on ParentPage { children(first: 5) { nodes { ...Path } } } } } } } } } } }
       fragment Path on ParentPage { path }`,
      { space: space.id, id: proposal.id },
    )
    const { revision } = data.changeRequest
    expect(revision.allPages.map(({ path }: { path: string }) => path)).toEqual(['a', 'a/b', 'a/b/d', 'c'])
    expect(revision.files).toEqual({ totalCount: 1, nodes: [{ name: 'x.txt' }] })
    expect(revision.pages).toEqual({
      totalCount: 2,
      nodes: [
        {
          path: 'a',
          children: { totalCount: 1, nodes: [{ path: 'a/b', children: { nodes: [{ path: 'a/b/d' }] } }] },
        },
        { path: 'c', children: { totalCount: 0, nodes: [] } },
      ],
    })
    for (const { pageId, path } of revision.allPages)
      expect((await client.get(`${proposal.address}/content/page/${pageId}`)).body.path).toBe(path)
  })

  it('does not change with the space, also in its earlier revisions', async () => {
    const { client, space } = await buildWorkspace({ A: 'first' })
    const page = await pageAt(client, `${space.address}/content`, 'a')
    const proposal = await buildProposal(client, space.id)
    const { revision: before } = await proposal.read()
    await proposal.change(insertPage('B'))
    await sendChanges(client, space.id, writePage(page, 'second'), insertPage('C'))
    expect(await pathsOf(client, `${proposal.address}/content`)).toEqual(['a', 'b'])
    expect(await markdownAt(client, `${proposal.address}/content`, 'a')).toBe('first')
    expect(await pathsOf(client, `${space.address}/revisions/${before}`)).toEqual(['a'])
    expect(await proposal.read()).toMatchObject({ outdated: true })
  })

  it.runIf(isLongRun)('can restore deleted pages and delete inserted pages', async () => {
    const { client, space } = await buildWorkspace({ A: 'a' })
    const proposal = await buildProposal(client, space.id)
    const content = `${proposal.address}/content`
    await proposal.change(insertPage('B'))
    await proposal.change(deletePage(await pageAt(client, content, 'b')))
    await proposal.change(deletePage(await pageAt(client, content, 'a')))
    expect(await pathsOf(client, content)).toEqual([])
    await proposal.change(insertPage('A', 'another'))
    expect(await markdownAt(client, content, 'a')).toBe('another')
  })

  it.runIf(isLongRun)('can be reverted page by page to the base or to a revision', async () => {
    const { client, space } = await buildWorkspace({ A: 'first', B: 'b' })
    const [a, b] = await Promise.all(
      ['a', 'b'].map((path) => pageAt(client, `${space.address}/content`, path)),
    )
    const proposal = await buildProposal(client, space.id)
    const content = `${proposal.address}/content`
    await proposal.change(
      writePage(a as string, 'second', { title: 'Other', slug: 'other' }),
      deletePage(b as string),
    )
    const { revision: second } = await proposal.read()
    await proposal.change({ operation: 'revert_page', page: a }, { operation: 'revert_page', page: b })
    expect(await markdownAt(client, content, 'a')).toBe('first')
    expect(await pathsOf(client, content)).toEqual(['a', 'b'])
    await proposal.change({ operation: 'revert_page', page: a, revision: second })
    expect(await markdownAt(client, content, 'other')).toBe('second')
    for (const change of [
      { operation: 'revert_page', page: 'pagnone' },
      { operation: 'revert_page', page: b, revision: second },
      { operation: 'revert_page', page: a, revision: 'revnone' },
    ])
      expect((await client.post(content, { changes: [change] })).status).toBe(400)
    const live = await client.post(`${space.address}/content`, {
      changes: [{ operation: 'revert_page', page: a }],
    })
    expect(live.body.error.fields).toMatchObject([{ path: 'changes.0.revision' }])
  })

  it('can change in a locked space, whose own content cannot', async () => {
    const { client, space } = await buildWorkspace({ A: 'a' })
    await client.patch(space.address, { editMode: 'locked' })
    const proposal = await buildProposal(client, space.id)
    expect((await proposal.change(insertPage('B'))).status).toBe(200)
    expect((await sendChanges(client, space.id, insertPage('B'))).status).toBe(409)
    expect((await proposal.merge()).body.result).toBe('merge')
    expect(await pathsOf(client, `${space.address}/content`)).toEqual(['a', 'b'])
  })
})

describe('the changes of a change request', () => {
  it('include created, edited, moved and deleted pages with their attributes', async () => {
    const { client, space } = await buildWorkspace({ A: 'a', B: 'b', C: 'c' })
    const [a, b, c] = await Promise.all(
      ['a', 'b', 'c'].map((path) => pageAt(client, `${space.address}/content`, path)),
    )
    const proposal = await buildProposal(client, space.id)
    await proposal.change(
      { operation: 'update_page', page: a, title: 'Alpha', document: { markdown: 'α' } },
      { operation: 'update_page', page: b, into: a },
      deletePage(c as string),
      insertPage('D'),
      { operation: 'insert_files', files: [{ name: 'x.txt', contentType: 'text/plain', base64: 'eA==' }] },
    )
    const { changes } = (await client.get(`${proposal.address}/changes`)).body
    expect(changes).toMatchObject([
      {
        type: 'page_edited',
        page: { id: a, type: 'document', title: 'Alpha', path: 'a' },
        attributes: { title: { before: 'A', after: 'Alpha' }, document: { before: expect.any(String) } },
      },
      { type: 'page_moved', page: { id: b, path: 'a/b' }, parent: { after: a } },
      { type: 'page_created', page: { title: 'D' } },
      { type: 'page_deleted', page: { id: c, title: 'C', path: 'c' } },
      { type: 'file_created', file: { name: 'x.txt' } },
    ])
    const some = (await client.get(`${proposal.address}/changes?limit=2`)).body
    expect(some).toMatchObject({ changes: changes.slice(0, 2), more: 3 })
  })

  it('are empty in a new one, also after the space changed', async () => {
    const { client, space } = await buildWorkspace({ A: 'a' })
    const proposal = await buildProposal(client, space.id)
    await sendChanges(client, space.id, insertPage('B'))
    expect((await client.get(`${proposal.address}/changes`)).body).toEqual({ changes: [] })
  })
})

describe('a closed change request', () => {
  it('rejects all changes after the merge', async () => {
    const { client, space } = await buildWorkspace({ A: 'a' })
    const proposal = await buildProposal(client, space.id)
    await proposal.change(insertPage('B'))
    const merged = await proposal.merge()
    expect(merged.body).toMatchObject({ result: 'merge' })
    const { address } = proposal
    const attempts = [
      client.patch(address, { status: 'open' }),
      client.patch(address, { subject: 'Later' }),
      client.post(`${address}/content`, { changes: [insertPage('C')] }),
      client.post(`${address}/merge`),
      client.post(`${address}/update`),
      client.post(`${address}/reviews`, { status: 'approved' }),
    ]
    for (const { status } of await Promise.all(attempts)) expect(status).toBe(409)
    expect(await proposal.read()).toMatchObject({
      status: 'merged',
      revisionMerged: merged.body.revision,
      outdated: false,
    })
  })

  it('accepts changes again after it is reopened', async () => {
    const { client, space } = await buildWorkspace({ A: 'a' })
    const proposal = await buildProposal(client, space.id)
    await client.patch(proposal.address, { status: 'archived' })
    for (const path of ['merge', 'update'])
      expect((await client.post(`${proposal.address}/${path}`)).status).toBe(409)
    const refused = await client.post(`${proposal.address}/content`, { changes: [insertPage('B')] })
    expect(refused.body.error.message).toContain('archived')
    await client.patch(proposal.address, { status: 'open' })
    expect((await proposal.change(insertPage('B'))).status).toBe(200)
  })

  it('cannot be set to merged by an update of its status', async () => {
    const { client, space } = await buildWorkspace({})
    const proposal = await buildProposal(client, space.id)
    expect((await client.patch(proposal.address, { status: 'merged' })).status).toBe(400)
  })
})

async function sendTo(client: ReturnType<TestApp['as']>, address: string, ...changes: object[]) {
  const answer = await client.post(address, { changes })
  expect(answer.status).toBe(200)
  return answer
}
