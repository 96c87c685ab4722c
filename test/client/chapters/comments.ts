import type { Narrator } from './narrator.ts'

/** People discuss a page and a proposal: comments, replies, reactions, edits, until all is resolved or deleted. */
export async function comments({ organization, reviewer, client, clientOf, write }: Narrator): Promise<void> {
  const { orgs, spaces } = client
  const { data: space } = await orgs.createSpace(organization.id, { title: 'Handbook' })
  await write(`/spaces/${space.id}`, {
    operation: 'insert_page',
    title: 'Guide',
    emoji: '1f4d8',
    document: { markdown: 'First.' },
  })
  const [page] = (await spaces.listPages(space.id)).data.pages
  const theirs = clientOf(reviewer).spaces

  const { data: comment } = await spaces.postCommentInSpace(space.id, {
    page: page.id,
    body: { markdown: 'A *good* start.' },
  })
  const of = [space.id, comment.id] as const
  await spaces.postCommentInSpace(space.id, { body: { markdown: 'On the whole space.' } })
  const { data: reply } = await theirs.postCommentReplyInSpace(...of, { body: { markdown: 'Indeed.' } })
  await theirs.updateCommentReplyInSpace(...of, reply.id, {
    body: { markdown: 'Indeed!' },
    addedReactions: ['1f44d'],
  })
  await theirs.updateCommentInSpace(...of, { addedReactions: ['1f44d', '1f389'] })
  await theirs.updateCommentInSpace(...of, { removedReactions: ['1f389'] })
  await spaces.updateCommentInSpace(...of, { body: { markdown: 'A *very* good start.' } })
  await spaces.listCommentsInSpace(space.id, {
    status: 'open',
    order: 'asc',
    targetPage: page.id,
    authors: [organization.admin.id],
    format: 'markdown',
  })
  await spaces.updateCommentInSpace(...of, { resolved: true })
  await theirs.getCommentInSpace(...of, { format: 'markdown' })
  await spaces.getCommentInSpace(...of, { format: 'document' })
  await spaces.listCommentsInSpace(space.id)
  await spaces.listCommentRepliesInSpace(...of, { format: 'markdown' })
  await spaces.getCommentReplyInSpace(...of, reply.id, { format: 'document' })
  await spaces.listCommentersInSpace(space.id)
  await spaces.deleteCommentReplyInSpace(...of, reply.id)
  await spaces.deleteCommentInSpace(...of)

  const { data: request } = await spaces.createChangeRequest(space.id, { subject: 'Better words' })
  const discussion = [space.id, request.id] as const
  const { data: remark } = await spaces.postCommentInChangeRequest(...discussion, {
    page: page.id,
    body: { markdown: 'What about this?' },
  })
  const at = [...discussion, remark.id] as const
  const { data: answer } = await theirs.postCommentReplyInChangeRequest(
    ...at,
    { body: { markdown: 'Fine.' } },
    { format: 'markdown' },
  )
  await spaces.listCommentsInChangeRequest(...discussion, { format: 'markdown', status: 'open' })
  await spaces.getCommentInChangeRequest(...at)
  await spaces.updateCommentInChangeRequest(...at, { resolved: true, addedReactions: ['1f44d'] })
  await spaces.updateCommentInChangeRequest(...at, { resolved: false })
  await spaces.listCommentRepliesInChangeRequest(...at)
  await spaces.getCommentReplyInChangeRequest(...at, answer.id, { format: 'markdown' })
  await spaces.listCommentersInChangeRequest(...discussion, { limit: 1 })
  await theirs.updateCommentReplyInChangeRequest(...at, answer.id, { body: { markdown: 'Very fine.' } })
  await theirs.deleteCommentReplyInChangeRequest(...at, answer.id)
  await spaces.deleteCommentInChangeRequest(...at)
}
