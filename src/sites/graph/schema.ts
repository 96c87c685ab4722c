import { objectsOfPageBody } from '../../admission/heavy-work.ts'
import { causeExtension } from '../../graph/declare/cause.ts'
import { extend } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { ChangeRequest } from '../../modules/change-requests/schema/change-request.ts'
import { CommentBody } from '../../modules/comments/schema/body.ts'
import { contentLoaders } from '../../modules/content/loaders.ts'
import { ContentBody } from '../../modules/content/schema/body-change.ts'
import { DocumentPage } from '../../modules/content/schema/page.ts'
import { UpdateSiteCustomizationInput } from '../../modules/customizations/schema/inputs.ts'
import { siteArguments } from '../../modules/sites/site-arguments.ts'
import type { BodyHtml } from '../pages/body-html.ts'
import type { OutlineEntry } from '../pages/page-outline.ts'
import type { SettingsPreview } from './settings-preview.ts'

/** Loads what renders once a text is asked for. A start does without it. */
const loadRenderer = () => import('./rendered-bodies.ts')
const loadPreview = () => import('./settings-preview.ts')

const safety = 'It has no scripts, event handlers or style attributes.'

const OutlineHeading = builder.objectRef<OutlineEntry>('OutlineHeading').implement({
  description: 'A heading in the outline of a page.',
  fields: (t) => ({
    anchor: t.exposeString('anchor', { description: 'The `id` of the element of the heading.' }),
    title: t.exposeString('title', { description: 'The text of the heading.' }),
    level: t.exposeInt('level', {
      description: 'The level of the element: 2 for the highest headings of a body, or 3.',
    }),
  }),
})

const RenderedBody = builder.objectRef<BodyHtml<string>>('RenderedBody').implement({
  description:
    'A body as sites render it, for authors: with the parts for all visitors, reusable contents in their places, the texts of expressions, and links to objects of the workspace.',
  fields: (t) => ({
    html: t.string({
      description: `The HTML. ${safety} Links to objects of the workspace are paths, those to files are signed and valid for at least one hour.`,
      resolve: ({ content }) => content,
    }),
    outline: t.field({
      type: [OutlineHeading],
      description:
        'The headings of the two highest levels in their order, without those in tabs and expandables.',
      resolve: ({ outline }) => [...outline],
    }),
  }),
})

extend(DocumentPage, (t) => ({
  rendered: t.code({
    type: RenderedBody,
    countsAs: objectsOfPageBody,
    description: 'The body as sites render it.',
    resolve: async (page, _args, context) => {
      const body = await contentLoaders(context).bodies.load(page)
      const { renderPage } = await loadRenderer()
      return renderPage(context, body, page)
    },
  }),
}))

extend(ChangeRequest, (t) => ({
  descriptionHtml: t.code({
    type: 'String',
    nullable: true,
    countsAs: objectsOfPageBody,
    description: `The description as HTML. ${safety} Null if none was given.`,
    resolve: async (changeRequest, _args, context) =>
      changeRequest.descriptionMarkdown === null
        ? null
        : (await loadRenderer()).renderDescription(context, changeRequest),
  }),
}))

builder.objectField(CommentBody, 'html', (t) =>
  t.string({
    description: `The body as HTML, in whichever format it is returned. ${safety}`,
    resolve: async ({ row }, _args, context) => (await loadRenderer()).renderComment(context, row),
  }),
)

builder.objectField(ContentBody, 'html', (t) =>
  t.string({
    countsAs: objectsOfPageBody,
    description: `The body as HTML. ${safety}`,
    resolve: async (body, _args, context) => (await loadRenderer()).renderCompared(context, body),
  }),
)

const SiteCustomizationPreview = builder.objectRef<SettingsPreview>('SiteCustomizationPreview').implement({
  description: 'A page of a site with settings that are not stored.',
  fields: (t) => ({
    html: t.exposeString('html', {
      description:
        'The document. It tells the page that frames it, as a message `{ type: "link", href, path }`, which link was followed.',
    }),
    contentSecurityPolicy: t.exposeString('contentSecurityPolicy', {
      description: 'The policy with which the document is to be sent.',
    }),
  }),
})

builder.queryField('siteCustomizationPreview', (t) =>
  t.field({
    type: SiteCustomizationPreview,
    description:
      'A page of a site as it would be after `updateSiteCustomization` or `updateSiteSpaceCustomization`, for a visitor without claims. Nothing is stored, and the site need not be published.',
    permission: 'site:administer',
    countsAs: objectsOfPageBody,
    extensions: { [causeExtension]: 'It renders a page of a site.' },
    args: {
      ...siteArguments(t),
      path: t.arg.string({
        description:
          'The path of the page on the site. Defaults to the first page of the site or of the site-space, as for a path without one.',
      }),
      siteSpaceId: t.arg.id({
        description: 'Id of the site-space that the update is of. Omit it for an update of the site.',
      }),
      input: t.arg({
        type: UpdateSiteCustomizationInput,
        required: true,
        description: 'The fields of the update.',
      }),
    },
    resolve: async (_root, { path, input, siteSpaceId, ...address }, context) =>
      (await loadPreview()).previewSettings(context, address, {
        path: path ?? null,
        input,
        siteSpaceId: siteSpaceId ?? null,
      }),
  }),
)

builder.queryField('renderedDraft', (t) =>
  t.field({
    type: RenderedBody,
    description:
      'The body that a page would have, as sites render it. Nothing is stored. Fails like the update of the page for Markdown that is too large or too complex.',
    permission: 'space:view',
    extensions: { [causeExtension]: 'It renders Markdown.' },
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      changeRequestId: t.arg.id({
        description:
          'Id or number of a change request of the space, in whose content references are looked up.',
      }),
      pageId: t.arg.id({
        description:
          'Id of the page, from which relative links lead, and whose variables are used. Omit it for a new page.',
      }),
      markdown: t.arg.string({
        required: true,
        description: 'The Markdown. Front matter and a title at its beginning are no part of the body.',
      }),
    },
    resolve: async (_root, args, context) => (await loadRenderer()).renderDraft(context, args),
  }),
)
