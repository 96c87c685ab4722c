import { builder } from '../../../graphql/builder.ts'
import { limited } from '../../../graphql/validation.ts'
import type { FormattedBody } from '../bodies.ts'
import { commentLimits } from '../limits.ts'

export const CommentBody = builder.objectRef<FormattedBody>('CommentBody').implement({
  description: 'What was written, in the form asked for.',
  fields: (t) => ({
    markdown: t.string({
      nullable: true,
      description: 'As Markdown.',
      resolve: ({ markdown }) => markdown ?? null,
    }),
    document: t.field({
      type: 'JSON',
      nullable: true,
      description: 'As a tree of nodes.',
      resolve: ({ document }) => document ?? null,
    }),
  }),
})

export const CommentBodyInput = builder.inputType('CommentBodyInput', {
  description: 'What to write: Markdown, or a tree of nodes, or neither for nothing.',
  fields: (t) => ({
    markdown: t.string({ description: 'As Markdown.', ...limited(commentLimits.markdown) }),
    document: t.field({ type: 'JSON', description: 'As a tree of nodes.' }),
  }),
})
