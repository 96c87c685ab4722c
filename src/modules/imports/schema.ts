import { builder } from '../../graphql/builder.ts'
import { limited } from '../../graphql/validation.ts'
import { Revision } from '../content/schema/revision.ts'
import { Space } from '../spaces/schema.ts'
import { type ImportResult, importContent } from './service.ts'
import type { ImportSource } from './sources/readers.ts'

const ImportSourceEnum = builder.enumType('ImportSource', {
  description: 'What is imported.',
  values: {
    MARKDOWN: { description: 'A Markdown page, or a zip archive of Markdown pages.' },
    ZIP: { description: 'A zip archive of Markdown pages with their images and files.' },
    HTML: { description: 'An HTML page, or a zip archive of HTML pages with their images and files.' },
    WEBSITE: { description: 'The pages of a website at and below the address.' },
    DOCX: { description: 'A Word document.' },
    GITHUB_WIKI: { description: 'The wiki of a repository: its address, or a zip archive of it.' },
    NOTION: { description: 'A zip archive that Notion exports, as Markdown and CSV or as HTML.' },
    CONFLUENCE: { description: 'A zip archive that Confluence exports, as HTML.' },
    GOOGLE_DOCS: { description: 'A document that Google Docs exports, or a zip archive of several.' },
    OPEN_API: { description: 'An OpenAPI document: a page for each of its tags.' },
  } as const satisfies Record<ImportSource, { description: string }>,
})

const ImportSkip = builder.objectRef<ImportResult['skipped'][number]>('ImportSkip').implement({
  description: 'Something that an import left out.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The file, or the file and the link in it.' }),
    reason: t.exposeString('reason', { description: 'Why it was left out.' }),
  }),
})

const ImportUrls = builder.objectRef<ImportResult>('ImportContentResultUrls').implement({
  description: 'Addresses of what was imported.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The new revision in the REST API.',
      resolve: ({ revision }, _args, { config }) =>
        `${config.baseUrl}/v1/spaces/${revision.spaceId}/revisions/${revision.id}`,
    }),
  }),
})

const ImportContentResult = builder.objectRef<ImportResult>('ImportContentResult').implement({
  description: 'What an import brought in.',
  fields: (t) => ({
    revisionId: t.id({ description: 'Id of the new revision.', resolve: ({ revision }) => revision.id }),
    revision: t.field({
      type: Revision,
      description: 'The new revision.',
      resolve: ({ revision }) => revision,
    }),
    space: t.field({ type: Space, description: 'The space.', resolve: ({ space }) => space }),
    importedResources: t.exposeInt('importedResources', { description: 'How many pages and files came in.' }),
    totalResources: t.exposeInt('totalResources', {
      description: 'How many pages and files the source has.',
    }),
    skipped: t.field({
      type: [ImportSkip],
      description: 'What was left out, and why.',
      resolve: ({ skipped }) => [...skipped],
    }),
    urls: t.field({ type: ImportUrls, description: 'Addresses of the result.', resolve: (result) => result }),
  }),
})

const ImportContentInput = builder.inputType('ImportContentInput', {
  description: 'What to import.',
  fields: (t) => ({
    url: t.string({
      required: true,
      description: 'Where to fetch it: an http or https address.',
      ...limited({ maxLength: 2048, format: 'uri' }),
    }),
    source: t.field({ type: ImportSourceEnum, required: true, description: 'What is there.' }),
  }),
})

builder.mutationFields((t) => ({
  importContent: t.field({
    type: ImportContentResult,
    description:
      'Adds pages and files from elsewhere to a space or to a change request: one new revision, or an error and no change.',
    permission: 'space:edit',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      changeRequestId: t.arg.id({
        description: 'Id or number of a change request of the space; the live content if absent.',
      }),
      input: t.arg({ type: ImportContentInput, required: true, description: 'What to import.' }),
    },
    resolve: (_root, { input, ...address }, context) => importContent(context, address, input),
  }),
}))
