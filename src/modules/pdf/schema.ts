import { builder } from '../../graphql/builder.ts'
import { createPdfLink, pdfLifetimeSeconds } from './service.ts'

const PdfLink = builder.objectRef<{ readonly url: string }>('PdfLink').implement({
  description: 'Where to download a PDF.',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      description: `Its address, which needs no token and works for ${pdfLifetimeSeconds / 60} minutes.`,
      resolve: ({ url }) => url,
    }),
  }),
})

builder.queryField('pdf', (t) =>
  t.field({
    type: PdfLink,
    description: 'The content of a space, or what a change request proposes, as a PDF.',
    permission: 'space:view',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      changeRequestId: t.arg.id({ description: 'Id or number of a change request of the space.' }),
      page: t.arg.id({
        description: 'Id of the page to print with the pages below it; all pages if absent.',
      }),
      only: t.arg.boolean({ description: 'Print that page alone, without the pages below it.' }),
    },
    resolve: async (_root, { page, only, ...address }, context) => ({
      url: await createPdfLink(context, address, { page, only }),
    }),
  }),
)
