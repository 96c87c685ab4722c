import { limited } from '../../../base/validation.ts'
import { treeOfNodes } from '../../../formats/page/model/tree-of-nodes.ts'
import { builder } from '../../../graphql/builder.ts'
import { ownerOf } from '../../../request/context.ts'
import type { FormattedBody } from '../bodies.ts'
import { commentLimits } from '../limits.ts'

export const CommentBody = builder.objectRef<FormattedBody>('CommentBody').implement({
  description: 'The body of a comment or reply in one format. The field of the other format is null.',
  fields: (t) => ({
    markdown: t.string({
      nullable: true,
      description: 'The body as Markdown. Null if the other format was requested.',
      resolve: ({ markdown }) => markdown ?? null,
    }),
    document: t.field({
      type: 'JSON',
      nullable: true,
      description: `The body ${treeOfNodes}. Null if the other format was requested.`,
      resolve: ({ document }, _args, context) => document?.(ownerOf(context)) ?? null,
    }),
  }),
})

export const CommentBodyInput = builder.inputType('CommentBodyInput', {
  description: 'A body as either Markdown or a tree of nodes. Empty if neither is given.',
  extensions: { rest: { tree: 'document', strict: true } },
  fields: (t) => ({
    markdown: t.string({ description: 'The body as Markdown.', ...limited(commentLimits.markdown) }),
    document: t.field({ type: 'JSON', description: `The body ${treeOfNodes}.` }),
  }),
})
