import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { budget, casesOfTurn } from '../../support/budget.ts'
import {
  buildMember,
  buildOrganization,
  buildUser,
  type TestUser,
} from '../../support/factories/organizations.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Discussion {
  organizationId: string
  admin: TestUser
  client: TestClient
  spaceId: string
  pageId: string
  /** The space or change request, which counts its open comments. */
  subject: string
  comments: string
}

/** Builds a space with one page in an organization of its own, or a change request of such a space. */
async function buildDiscussionOn(kind: string): Promise<Discussion> {
  const { id: organizationId, admin } = await buildOrganization(app)
  const client = app.as(admin)
  const spaceId = (await client.post(`/orgs/${organizationId}/spaces`, { title: 'Discussed', empty: true }))
    .body.id
  await client.post(`/spaces/${spaceId}/content`, {
    changes: [
      {
        operation: 'insert_page',
        title: 'Topic',
        document: { markdown: '## Topic of the day <a href="#n1" id="n1"></a>' },
      },
    ],
  })
  const pageId = (await client.get(`/spaces/${spaceId}/content/pages`)).body.pages[0].id
  const subject = kind === 'a space' ? `/spaces/${spaceId}` : await buildProposalOf(client, spaceId)
  return { organizationId, admin, client, spaceId, pageId, subject, comments: `${subject}/comments` }
}

async function buildProposalOf(client: TestClient, spaceId: string): Promise<string> {
  const proposals = `/spaces/${spaceId}/change-requests`
  return `${proposals}/${(await client.post(proposals, { subject: 'Proposal' })).body.id}`
}

const say = (markdown: string, more: object = {}) => ({ body: { markdown }, ...more })

const subjects = ['a space', 'a change request'].map((kind, turn) => [kind, turn] as const)

describe.each(subjects)('on %s', (kind, turn) => {
  const falls = casesOfTurn(turn, 2)
  /** Declares a case. In `npm test` each is tried on one of the two. */
  const row = () => test.runIf(falls())

  const buildDiscussion = () => buildDiscussionOn(kind)

  describe('a comment', () => {
    row()('is created on a page and returned with all fields of the specification', async () => {
      const { client, admin, comments, pageId, spaceId } = await buildDiscussion()
      const { status, body } = await client.post(comments, say('Some *words*', { page: pageId, node: 'n1' }))
      expect(status).toBe(200)
      expect(body).toMatchObject({
        object: 'comment',
        status: 'open',
        replies: 0,
        reactions: [],
        body: { markdown: 'Some *words*' },
        postedBy: { object: 'user', id: admin.id },
        target: {
          node: { id: 'n1', preview: 'Topic of the day' },
          page: { id: pageId, title: 'Topic', path: 'topic', outdated: false },
          space: spaceId,
        },
        permissions: { view: true, edit: true, reply: true, react: true, delete: true },
      })
      expect(body).not.toHaveProperty('resolvedAt')
      expect(body).not.toHaveProperty('editedAt')
      expect(body.urls.location).toBe(`${app.url}/v1${comments}/${body.id}`)
      expect((await client.get(`${comments}/${body.id}`)).body).toEqual(body)
    })

    row()('on a section names its heading by the anchor that it has on sites', async () => {
      const { client, comments } = await buildDiscussion()
      const inserted = {
        operation: 'insert_page',
        title: 'Parts',
        document: { markdown: '## First\n\n## The *second* part' },
      }
      const { body } = await client.post(comments.replace(/comments$/, 'content'), { changes: [inserted] })
      const page = body.changes[0].page.id
      const comment = await client.post(comments, say('Here', { page, node: 'the-second-part' }))
      expect(comment.body.target.node).toEqual({ id: 'the-second-part', preview: 'The second part' })
    })

    row()('is served as Markdown or as a node tree, regardless of its original format', async () => {
      const { client, comments } = await buildDiscussion()
      const written = (await client.post(comments, say('A **word**'))).body
      const { document } = (await client.get(`${comments}/${written.id}?format=document`)).body.body
      expect(document).toMatchObject({ object: 'document', nodes: [{ type: 'paragraph' }] })
      const again = (await client.post(comments, { body: { document } })).body
      expect(again.body).toEqual({ document })
      expect((await client.get(`${comments}/${again.id}?format=markdown`)).body.body.markdown.trim()).toBe(
        'A **word**',
      )
    })

    row()('can have an empty body, but not two bodies', async () => {
      const { client, comments } = await buildDiscussion()
      expect((await client.post(comments, { body: {} })).body.body).toEqual({ markdown: '' })
      const both = await client.post(comments, { body: { markdown: 'a', document: { object: 'document' } } })
      expect(both.status).toBe(400)
      expect((await client.post(comments, {})).status).toBe(400)
    })

    row()('cannot be created on a page that does not exist', async () => {
      const { client, comments } = await buildDiscussion()
      const { status, body } = await client.post(comments, say('Where?', { page: 'nowhere' }))
      expect(status).toBe(400)
      expect(body.error.fields).toEqual([{ path: 'page', message: 'names no page of this space' }])
    })

    row()('on a deleted page is marked as outdated, and still has the page', async () => {
      const { client, comments, pageId, subject } = await buildDiscussion()
      const { id } = (await client.post(comments, say('Soon gone', { page: pageId }))).body
      await client.post(`${subject}/content`, { changes: [{ operation: 'delete_page', page: pageId }] })
      const { target } = (await client.get(`${comments}/${id}`)).body
      expect(target.page).toMatchObject({ id: pageId, title: 'Topic', path: 'topic', outdated: true })
    })

    row()('keeps its first resolver, and can be reopened', async () => {
      const { client, comments, organizationId } = await buildDiscussion()
      const other = await buildMember(app, organizationId, 'COMMENT')
      const { id } = (await client.post(comments, say('A question'))).body
      const resolved = (await app.as(other).put(`${comments}/${id}`, { resolved: true })).body
      expect(resolved).toMatchObject({ status: 'resolved', resolvedBy: { id: other.id } })
      const twice = (await client.put(`${comments}/${id}`, { resolved: true })).body
      expect(twice).toMatchObject({ resolvedAt: resolved.resolvedAt, resolvedBy: { id: other.id } })
      const open = (await client.put(`${comments}/${id}`, { resolved: false })).body
      expect(open.status).toBe('open')
      expect(open).not.toHaveProperty('resolvedAt')
      expect(open).not.toHaveProperty('resolvedBy')
    })

    row()('has each reaction of a user once, also under repeated requests', async () => {
      const { client, admin, comments, organizationId } = await buildDiscussion()
      const other = await buildMember(app, organizationId, 'COMMENT')
      const { id } = (await client.post(comments, say('Nice'))).body
      const react = (who: TestClient, body: object) => who.put(`${comments}/${id}`, body)
      await react(client, { addedReactions: ['👍', '👍'] })
      await react(client, { addedReactions: ['👍'], removedReactions: ['🎉'] })
      const { reactions } = (await react(app.as(other), { addedReactions: ['👍', '❤️'] })).body
      expect(reactions).toMatchObject([
        { emoji: '👍', count: 2, users: [{ user: { id: admin.id } }, { user: { id: other.id } }] },
        { emoji: '❤️', count: 1, users: [{ user: { id: other.id } }] },
      ])
      const less = (await react(app.as(other), { removedReactions: ['👍', '❤️'] })).body.reactions
      expect(less).toMatchObject([{ emoji: '👍', count: 1 }])
    })

    row()('can be edited and deleted by its author and by administrators of the space only', async () => {
      const { client, comments, organizationId } = await buildDiscussion()
      const author = app.as(await buildMember(app, organizationId, 'COMMENT'))
      const other = app.as(await buildMember(app, organizationId, 'REVIEW'))
      const { id } = (await author.post(comments, say('Mine'))).body
      expect((await other.get(`${comments}/${id}`)).body.permissions).toMatchObject({
        edit: false,
        delete: false,
        reply: true,
      })
      expect((await other.put(`${comments}/${id}`, say('Yours'))).status).toBe(403)
      expect((await other.delete(`${comments}/${id}`)).status).toBe(403)
      const edited = (await author.put(`${comments}/${id}`, say('Still mine'))).body
      expect(edited.body).toEqual({ markdown: 'Still mine' })
      expect(edited.editedAt).toBeDefined()
      expect((await client.put(`${comments}/${id}`, say('Moderated'))).status).toBe(200)
      expect((await client.delete(`${comments}/${id}`)).status).toBe(205)
      expect((await client.delete(`${comments}/${id}`)).status).toBe(404)
    })

    row()('cannot be created by readers or non-members', async () => {
      const { client, comments, organizationId } = await buildDiscussion()
      const reader = app.as(await buildMember(app, organizationId, 'READ'))
      const stranger = app.as(await buildUser(app))
      const { id } = (await client.post(comments, say('Hello'))).body
      expect((await reader.get(comments)).body.count).toBe(1)
      expect((await reader.post(comments, say('Hi'))).status).toBe(403)
      expect((await reader.put(`${comments}/${id}`, { addedReactions: ['👍'] })).status).toBe(403)
      expect((await reader.post(`${comments}/${id}/replies`, say('Hi'))).status).toBe(403)
      for (const path of [comments, `${comments}/${id}`]) expect((await stranger.get(path)).status).toBe(404)
    })
  })

  describe('replies', () => {
    row()('and comments are deleted once under concurrent requests', async () => {
      const { client, comments } = await buildDiscussion()
      const { id } = (await client.post(comments, { body: { markdown: 'A comment' } })).body
      const reply = (await client.post(`${comments}/${id}/replies`, { body: { markdown: 'A reply' } })).body
      for (const address of [`${comments}/${id}/replies/${reply.id}`, `${comments}/${id}`]) {
        const answers = await Promise.all(Array.from({ length: 5 }, () => client.delete(address)))
        expect(answers.map(({ status }) => status).sort()).toEqual([205, 404, 404, 404, 404])
      }
    })

    row()('are counted, listed oldest first, edited and deleted', async () => {
      const { client, comments } = await buildDiscussion()
      const { id } = (await client.post(comments, say('Discuss'))).body
      const replies = `${comments}/${id}/replies`
      const first = (await client.post(replies, say('One'))).body
      const second = (await client.post(replies, say('Two'))).body
      expect(first).toMatchObject({ object: 'comment-reply', body: { markdown: 'One' }, reactions: [] })
      expect((await client.get(replies)).body).toMatchObject({
        count: 2,
        items: [{ id: first.id }, { id: second.id }],
      })
      const edited = (await client.put(`${replies}/${first.id}`, say('One!', { addedReactions: ['👍'] })))
        .body
      expect(edited).toMatchObject({ body: { markdown: 'One!' }, reactions: [{ emoji: '👍', count: 1 }] })
      expect((await client.get(`${replies}/${first.id}`)).body).toEqual(edited)
      expect((await client.delete(`${replies}/${second.id}`)).status).toBe(205)
      expect((await client.get(`${comments}/${id}`)).body.replies).toBe(1)
      expect((await client.get(`${replies}/${second.id}`)).status).toBe(404)
    })

    row()('are found below their own comment only', async () => {
      const { client, comments } = await buildDiscussion()
      const [one, two] = [
        (await client.post(comments, say('1'))).body,
        (await client.post(comments, say('2'))).body,
      ]
      const reply = (await client.post(`${comments}/${one.id}/replies`, say('R'))).body
      expect((await client.get(`${comments}/${two.id}/replies/${reply.id}`)).status).toBe(404)
    })
  })

  describe('the list', () => {
    row()('is filtered by status, page and authors, alone and combined, and sorted by time', async () => {
      const { client, admin, comments, organizationId, pageId } = await buildDiscussion()
      const other = await buildMember(app, organizationId, 'COMMENT')
      const third = await buildMember(app, organizationId, 'COMMENT')
      const a = (await client.post(comments, say('a', { page: pageId }))).body.id
      const b = (await app.as(other).post(comments, say('b'))).body.id
      const c = (await app.as(third).post(comments, say('c', { page: pageId }))).body.id
      await client.put(`${comments}/${c}`, { resolved: true })
      const ids = async (query: string) =>
        (await client.get(`${comments}?${query}`)).body.items.map((item: { id: string }) => item.id)
      expect(await ids('')).toEqual([c, b, a])
      expect(await ids('order=asc')).toEqual([a, b, c])
      expect(await ids('status=open')).toEqual([b, a])
      expect(await ids('status=resolved')).toEqual([c])
      expect(await ids(`targetPage=${pageId}`)).toEqual([c, a])
      expect(await ids(`authors=${other.id}`)).toEqual([b])
      expect(await ids(`authors=${other.id}&authors=${admin.id}`)).toEqual([b, a])
      expect(await ids(`authors=${admin.id}&targetPage=${pageId}&status=open`)).toEqual([a])
      expect((await client.get(`${comments}?status=closed`)).status).toBe(400)
    })

    row()('is paginated without gaps or repeats while comments are created and deleted', async () => {
      const { client, comments } = await buildDiscussion()
      const written: string[] = []
      for (let index = 0; index < 7; index++)
        written.unshift((await client.post(comments, say(`${index}`))).body.id)
      const first = (await client.get(`${comments}?limit=3`)).body
      await client.post(comments, say('newer'))
      await client.delete(`${comments}/${written[1]}`)
      const second = (await client.get(`${comments}?limit=3&page=${first.next.page}`)).body
      const last = (await client.get(`${comments}?limit=3&page=${second.next.page}`)).body
      const seen = [first, second, last].flatMap((page) => page.items.map((item: { id: string }) => item.id))
      expect(seen).toEqual(written)
      expect(last).not.toHaveProperty('next')
    })

    row()(
      'has correct counts of open comments while many are created, resolved and deleted concurrently',
      async () => {
        const { client, comments, subject } = await buildDiscussion()
        const tenth = budget(2, 5)
        const answers = await Promise.all(
          Array.from({ length: 10 * tenth }, (_, index) => client.post(comments, say(`${index}`))),
        )
        const ids = answers.map(({ body }) => body.id as string)
        await Promise.all([
          ...ids.slice(0, 4 * tenth).map((id) => client.put(`${comments}/${id}`, { resolved: true })),
          ...ids.slice(4 * tenth, 7 * tenth).map((id) => client.delete(`${comments}/${id}`)),
          ...ids.slice(0, 2 * tenth).map((id) => client.put(`${comments}/${id}`, { resolved: true })),
        ])
        const recount = (await client.get(`${comments}?status=open&limit=0`)).body.count
        expect(recount).toBe(3 * tenth)
        expect((await client.get(subject)).body.comments).toBe(recount)
      },
    )
  })

  describe('mentions', () => {
    row()('are the members of the organization whom a comment or reply mentions', async () => {
      const { client, comments, organizationId } = await buildDiscussion()
      const member = await buildMember(app, organizationId, 'READ')
      const stranger = await buildUser(app)
      const text = [member, stranger, member].map(({ id }) => `[@](/users/${id} "mention")`).join(' ')
      const comment = (await client.post(comments, say(text))).body
      const reply = (await client.post(`${comments}/${comment.id}/replies`, say(text))).body
      const { data, errors } = await client.gql(
        `query ($comment: ID!, $reply: ID!) {
        comment: node(id: $comment) { ... on Comment { mentions: allMentions { id } } }
        reply: node(id: $reply) { ... on CommentReply { mentions: allMentions { id } } }
      }`,
        { comment: comment.id, reply: reply.id },
      )
      expect(errors).toBeUndefined()
      expect(data).toEqual({
        comment: { mentions: [{ id: member.id }] },
        reply: { mentions: [{ id: member.id }] },
      })
    })
  })
})

describe('comments on a change request', () => {
  test('are separate from those on its space, in lists, by path and in counters', async () => {
    const { client, spaceId, subject, comments } = await buildDiscussionOn('a change request')
    const proposed = (await client.post(comments, say('On the proposal'))).body
    const live = (await client.post(`/spaces/${spaceId}/comments`, say('On the content'))).body
    expect(proposed.target.changeRequest).toBe(subject.split('/').at(-1))
    expect(live.target).not.toHaveProperty('changeRequest')
    const idsOf = async (path: string) =>
      (await client.get(path)).body.items.map(({ id }: { id: string }) => id) as string[]
    expect(await idsOf(comments)).toEqual([proposed.id])
    expect(await idsOf(`/spaces/${spaceId}/comments`)).toEqual([live.id])
    expect((await client.get(`/spaces/${spaceId}/comments/${proposed.id}`)).status).toBe(404)
    expect((await client.get(`${comments}/${live.id}`)).status).toBe(404)
    expect((await client.get(subject)).body.comments).toBe(1)
    expect((await client.get(`/spaces/${spaceId}`)).body.comments).toBe(1)
  })

  test('are found by the number of the change request, and can be on pages that only it has', async () => {
    const { client, spaceId, subject, comments } = await buildDiscussionOn('a change request')
    await client.post(`${subject}/content`, {
      changes: [{ operation: 'insert_page', title: 'Proposed', document: { markdown: 'New' } }],
    })
    const { pages } = (await client.get(`${subject}/content/pages`)).body
    const page = pages.find(({ title }: { title: string }) => title === 'Proposed').id
    const { number } = (await client.get(subject)).body
    const { id } = (await client.post(comments, say('A good page', { page }))).body
    const byNumber = await client.get(`/spaces/${spaceId}/change-requests/${number}/comments/${id}`)
    expect(byNumber.body.target).toMatchObject({ page: { id: page, path: 'proposed', outdated: false } })
    expect((await client.post(`/spaces/${spaceId}/comments`, say('Where?', { page }))).status).toBe(400)
  })
})

test('GraphQL reads comments with their replies below the space', async () => {
  const { client, comments, spaceId } = await buildDiscussionOn('a space')
  const { id } = (await client.post(comments, say('Question'))).body
  await client.post(`${comments}/${id}/replies`, say('Answer'))
  const { data, errors } = await client.gql(
    `query ($id: ID!) { space(id: $id) { comments { totalCount nodes { body { markdown } replyCount
      replies { nodes { body { markdown } permissions { edit } } } } } } }`,
    { id: spaceId },
  )
  expect(errors).toBeUndefined()
  expect(data.space.comments).toEqual({
    totalCount: 1,
    nodes: [
      {
        body: { markdown: 'Question' },
        replyCount: 1,
        replies: { nodes: [{ body: { markdown: 'Answer' }, permissions: { edit: true } }] },
      },
    ],
  })
})
