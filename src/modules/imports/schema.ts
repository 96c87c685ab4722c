import { builder } from '../../graphql/builder.ts'
import { mutation } from '../../graphql/payload.ts'
import { limited } from '../../graphql/validation.ts'
import { Revision } from '../content/schema/revision.ts'
import { Space } from '../spaces/schema.ts'
import { type ImportResult, importContent } from './service.ts'
import type { ImportSource } from './sources/readers.ts'

export const ImportSourceEnum = builder.enumType('ImportSource', {
  description: 'The kind of source to import content from.',
  values: {
    MARKDOWN: { description: 'A Markdown page, or a zip archive of Markdown pages.' },
    ZIP: { description: 'A zip archive of Markdown pages with their images and files.' },
    HTML: { description: 'An HTML page, or a zip archive of HTML pages with their images and files.' },
    WEBSITE: { description: 'The pages of a website at and below the URL.' },
    DOCX: { description: 'A Word document (.docx).' },
    GITHUB_WIKI: { description: 'A GitHub wiki: the URL of its repository, or a zip archive of it.' },
    NOTION: { description: 'A zip archive exported from Notion, as Markdown and CSV or as HTML.' },
    CONFLUENCE: { description: 'A zip archive exported from Confluence, as HTML.' },
    GOOGLE_DOCS: {
      description:
        'A document exported from Google Docs, as Word or as a zipped web page, or a zip archive of several.',
    },
    OPEN_API: { description: 'An OpenAPI document in JSON or YAML. Each tag becomes a page.' },
  } as const satisfies Record<ImportSource, { description: string }>,
})

export const ImportSkip = builder.objectRef<ImportResult['skipped'][number]>('ImportSkip').implement({
  description: 'An item that an import skipped.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description:
        'Path of the file in the source, or its URL. For a link, the path is followed by the link.',
    }),
    reason: t.exposeString('reason', { description: 'The reason why the item was skipped.' }),
  }),
})

const ImportContentInput = builder.inputType('ImportContentInput', {
  description: 'The source to import.',
  fields: (t) => ({
    url: t.string({
      required: true,
      description: 'The http or https URL to fetch the source from.',
      ...limited({ maxLength: 2048, format: 'uri' }),
    }),
    source: t.field({ type: ImportSourceEnum, required: true, description: 'The kind of the source.' }),
  }),
})

builder.mutationFields((t) => ({
  importContent: mutation(t, {
    description:
      'Imports pages and files from a source into a space or a change request. Creates one revision, or makes no change if the import fails.',
    permission: 'space:edit',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      changeRequestId: t.arg.id({
        description:
          'Id or number of a change request of the space to import into. Defaults to the live content.',
      }),
      input: t.arg({ type: ImportContentInput, required: true, description: 'The source to import.' }),
    },
    payload: {
      space: { type: Space, description: 'The space that content was imported into.' },
      revisionId: { type: 'ID', description: 'Id of the revision that the import created.' },
      revision: { type: Revision, description: 'The revision that the import created.' },
      importedResources: { type: 'Int', description: 'The number of imported pages and files.' },
      totalResources: { type: 'Int', description: 'The number of pages and files in the source.' },
      skipped: { type: [ImportSkip], description: 'The items that were skipped, with the reasons.' },
    },
    payloadDescription: 'The result of an import.',
    runsLong: true,
    resolve: async (_root, { input, ...address }, context) => {
      const result = await importContent(context, address, input)
      return { ...result, revisionId: result.revision.id }
    },
  }),
}))
