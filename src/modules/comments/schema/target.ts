import type { ChangeRequest, Comment, Space } from '../../../generated/prisma/client.ts'
import { builder } from '../../../graphql/builder.ts'
import { contentLoaders } from '../../content/loaders.ts'
import type { LocatedPage } from '../../content/located-pages.ts'

/** A comment with what it is on, which says what revision is the present one. */
export type CommentInSpace = Comment & {
  readonly space: Space
  readonly changeRequest: ChangeRequest | null
}

interface TargetPage {
  readonly page: LocatedPage
  readonly outdated: boolean
}

const CommentTargetPage = builder.objectRef<TargetPage>('CommentTargetPage').implement({
  description: 'The page a comment is on.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the page.', resolve: ({ page }) => page.pageId }),
    title: t.string({ description: 'Its title.', resolve: ({ page }) => page.title }),
    emoji: t.string({ nullable: true, description: 'Its emoji.', resolve: ({ page }) => page.emoji }),
    icon: t.string({ nullable: true, description: 'Its icon.', resolve: ({ page }) => page.icon }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: ({ page }) => page.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it was last changed.',
      resolve: ({ page }) => page.updatedAt,
    }),
    path: t.string({
      description: 'Its path in the revision.',
      resolve: ({ page }, _args, context) =>
        contentLoaders(context).paths.load({ revisionId: page.location.revisionId, pageId: page.pageId }),
    }),
    outdated: t.exposeBoolean('outdated', { description: 'It is not in the content any more.' }),
  }),
})

const CommentTargetNode = builder.objectRef<Comment>('CommentTargetNode').implement({
  description: 'The part of a page a comment is on.',
  fields: (t) => ({
    id: t.string({ description: 'Id of the node.', resolve: ({ nodeId }) => nodeId as string }),
    preview: t.exposeString('nodePreview', { nullable: true, description: 'The beginning of its text.' }),
  }),
})

export const CommentTarget = builder.objectRef<CommentInSpace>('CommentTarget').implement({
  description: 'What a comment is on.',
  fields: (t) => ({
    node: t.field({
      type: CommentTargetNode,
      nullable: true,
      description: 'The part of the page.',
      resolve: (comment) => (comment.nodeId === null ? null : comment),
    }),
    page: t.field({
      type: CommentTargetPage,
      nullable: true,
      description: 'The page: as it is now or, once it is gone, as it was when the comment was made.',
      resolve: async (comment, _args, context) => {
        const { pageId, revisionId, changeRequest, space } = comment
        if (pageId === null) return null
        const { pages } = contentLoaders(context)
        const present = await pages.load({ revisionId: (changeRequest ?? space).revisionId, pageId })
        if (present) return { page: present, outdated: false }
        const past = revisionId === null ? null : await pages.load({ revisionId, pageId })
        return past && { page: past, outdated: true }
      },
    }),
    changeRequest: t.exposeID('changeRequestId', {
      nullable: true,
      description: 'Id of the change request; null for a comment on the content of the space.',
    }),
    review: t.exposeID('reviewId', {
      nullable: true,
      description: 'Id of the review that it is part of.',
    }),
    space: t.exposeID('spaceId', { description: 'Id of the space.' }),
    revision: t.exposeID('revisionId', {
      nullable: true,
      description: 'Id of the revision that the comment was made on.',
    }),
  }),
})
