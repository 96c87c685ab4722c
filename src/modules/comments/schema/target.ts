import type { ChangeRequest, Comment, Space } from '../../../generated/prisma/client.ts'
import { builder } from '../../../graphql/builder.ts'
import { contentLoaders } from '../../content/loaders.ts'
import { type LocatedPage, readAs } from '../../content/located-content.ts'
import { Page } from '../../content/schema/page.ts'

/** A comment with its space and change request, which determine the current revision. */
export type CommentInSpace = Pick<
  Comment,
  'pageId' | 'revisionId' | 'nodeId' | 'nodePreview' | 'changeRequestId' | 'reviewId' | 'spaceId'
> & {
  readonly space: Pick<Space, 'revisionId'>
  readonly changeRequest: Pick<ChangeRequest, 'revisionId'> | null
}

interface TargetPage {
  readonly page: LocatedPage
  readonly outdated: boolean
}

const CommentTargetPage = builder.objectRef<TargetPage>('CommentTargetPage').implement({
  description: 'The page that a comment refers to.',
  fields: (t) => ({
    pageId: t.id({ description: 'Id of the page.', resolve: ({ page }) => page.pageId }),
    page: t.expose('page', {
      type: Page,
      description:
        'The page in the present content of the space or the change request or, if it is not there any more, in the revision of the comment.',
    }),
    title: t.string({ description: 'The title of the page.', resolve: ({ page }) => page.title }),
    emoji: t.string({
      nullable: true,
      description: 'The emoji before the title. Null if the page has none.',
      resolve: ({ page }) => page.emoji,
    }),
    icon: t.string({
      nullable: true,
      description: 'Name of the icon before the title. Null if the page has none.',
      resolve: ({ page }) => page.icon,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'The date and time of creation.',
      resolve: ({ page }) => page.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'The date and time of the last change.',
      resolve: ({ page }) => page.updatedAt,
    }),
    path: t.string({
      description: 'The path of the page in the space.',
      resolve: ({ page }, _args, context) =>
        contentLoaders(context).paths.load({ revisionId: page.revisionId, pageId: page.pageId }),
    }),
    isOutdated: t.exposeBoolean('outdated', {
      description: 'Whether the page no longer exists in the content.',
    }),
  }),
})

const CommentTargetNode = builder
  .objectRef<Pick<Comment, 'nodeId' | 'nodePreview'>>('CommentTargetNode')
  .implement({
    description: 'The node of a page that a comment refers to.',
    fields: (t) => ({
      nodeId: t.string({ description: 'Id of the node.', resolve: ({ nodeId }) => nodeId as string }),
      preview: t.exposeString('nodePreview', {
        nullable: true,
        description: 'The beginning of the text of the node. Null if the page has no such node.',
      }),
    }),
  })

export const CommentTarget = builder.objectRef<CommentInSpace>('CommentTarget').implement({
  description: 'The content that a comment refers to.',
  fields: (t) => ({
    node: t.field({
      type: CommentTargetNode,
      nullable: true,
      description: 'The node of the page. Null for a comment on the whole page or space.',
      resolve: (comment) => (comment.nodeId === null ? null : comment),
    }),
    page: t.field({
      type: CommentTargetPage,
      nullable: true,
      description:
        'The current version of the page or, if it was deleted, its version when the comment was created. Null for a comment on the whole space.',
      resolve: async (comment, _args, context) => {
        const { pageId, revisionId, changeRequest, space } = comment
        if (pageId === null) return null
        const { pages } = contentLoaders(context)
        const present = await pages.load({ revisionId: (changeRequest ?? space).revisionId, pageId })
        if (present)
          return { page: readAs(present, changeRequest ? 'CHANGE_REQUEST' : 'LIVE'), outdated: false }
        const past = revisionId === null ? null : await pages.load({ revisionId, pageId })
        return past && { page: past, outdated: true }
      },
    }),
    changeRequest: t.exposeID('changeRequestId', {
      nullable: true,
      description: 'Id of the change request. Null for a comment on the content of the space.',
    }),
    review: t.exposeID('reviewId', {
      nullable: true,
      description: 'Id of the review that the comment belongs to. Null if it belongs to none.',
    }),
    space: t.exposeID('spaceId', { description: 'Id of the space.' }),
    revision: t.exposeID('revisionId', {
      nullable: true,
      description: 'Id of the revision in which the comment was created. Null if that revision was deleted.',
    }),
  }),
})
