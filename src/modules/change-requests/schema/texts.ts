import { limited } from '../../../base/validation.ts'
import { treeOfNodes } from '../../../formats/page/model/tree-of-nodes.ts'
import type { ContentRef } from '../../../formats/page/types.ts'
import { builder } from '../../../graphql/builder.ts'
import { enumType } from '../../../graphql/enum-type.ts'
import { ContentReference } from '../../content/schema/reference.ts'
import type { ExternalLink } from '../external-links.ts'
import { changeRequestLimits } from '../limits.ts'

export const ChangeRequestLink = builder.objectRef<ExternalLink>('ChangeRequestLink').implement({
  description: 'A link of a change request to something outside of the workspace, such as a ticket.',
  fields: (t) => ({
    linkId: t.exposeID('id', {
      description: 'Id of the link in the change request, by which an update keeps it.',
    }),
    ref: t.field({
      type: ContentReference,
      description: 'The URL, as a reference.',
      resolve: ({ url }): ContentRef => ({ kind: 'url', url }),
    }),
    title: t.string({
      nullable: true,
      description: 'The title. Null if none was given.',
      resolve: ({ title }) => title ?? null,
    }),
  }),
})

const ExternalReferenceKindEnum = enumType(
  'ExternalReferenceKind',
  'The kind of a reference to something outside of the workspace.',
  { URL: 'A URL.' },
)

const ExternalReferenceInput = builder.inputType('ExternalReferenceInput', {
  description: 'A reference to something outside of the workspace.',
  fields: (t) => ({
    kind: t.field({
      type: ExternalReferenceKindEnum,
      required: true,
      defaultValue: 'URL',
      description: 'The kind of the reference.',
    }),
    url: t.string({ required: true, description: 'The URL.', ...limited(changeRequestLimits.linkUrl) }),
  }),
})

export const ChangeRequestLinkInput = builder.inputType('ChangeRequestLinkInput', {
  description: 'A link of a change request to something outside of the workspace.',
  fields: (t) => ({
    id: t.id({
      description: 'Id of a link that the change request has, to keep or update it. Omit it for a new link.',
    }),
    ref: t.field({ type: ExternalReferenceInput, required: true, description: 'The URL, as a reference.' }),
    title: t.string({
      description: 'The title. Defaults to none.',
      ...limited(changeRequestLimits.linkTitle),
    }),
  }),
})

export const ChangeRequestDescriptionInput = builder.inputType('ChangeRequestDescriptionInput', {
  description: 'A description as either Markdown or a tree of nodes.',
  extensions: { rest: { text: 'markdown', tree: 'document', strict: true } },
  fields: (t) => ({
    markdown: t.string({
      description: 'The description as Markdown.',
      ...limited(changeRequestLimits.description),
    }),
    document: t.field({ type: 'JSON', description: `The description ${treeOfNodes}.` }),
  }),
})
