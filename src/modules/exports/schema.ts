import { builder } from '../../graphql/builder.ts'
import { createExportLink, exportLifetimeSeconds } from './service.ts'

const ContentExport = builder.objectRef<{ readonly url: string }>('ContentExport').implement({
  description: 'Where to download content as Markdown.',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      description: `Its address, which needs no token and works for ${exportLifetimeSeconds / 60} minutes.`,
      resolve: ({ url }) => url,
    }),
  }),
})

builder.queryField('contentExport', (t) =>
  t.field({
    type: ContentExport,
    description:
      'The content of a space, or what a change request proposes, as a zip of Markdown pages with their files. Imported again, it gives the same tree.',
    permission: 'space:view',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      revisionId: t.arg.id({ description: 'Id of a revision of the space; the active one if absent.' }),
      changeRequestId: t.arg.id({ description: 'Id or number of a change request of the space.' }),
      page: t.arg.id({
        description: 'Id of the page to export with the pages below it; all pages if absent.',
      }),
      only: t.arg.boolean({ description: 'Export that page alone, as a Markdown file.' }),
    },
    resolve: async (_root, { page, only, ...address }, context) => ({
      url: await createExportLink(context, address, { page, only }),
    }),
  }),
)
