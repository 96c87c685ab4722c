import { causeExtension } from '../../graph/declare/cause.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation } from '../../graphql/payload.ts'
import { Job } from '../jobs/schema.ts'
import { createPdfLink, pdfLifetimeSeconds, startPdf } from './service.ts'

const PdfLink = builder.objectRef<{ readonly url: string }>('PdfLink').implement({
  description: 'A download link for a PDF.',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      description: `URL to download the PDF without a token, valid for ${pdfLifetimeSeconds / 60} minutes.`,
      resolve: ({ url }) => url,
    }),
  }),
})

builder.queryField('pdf', (t) =>
  t.field({
    extensions: { [causeExtension]: 'It signs a link after the revision is found.' },
    type: PdfLink,
    description: 'Creates a download link for the content of a space or a change request as a PDF.',
    permission: 'space:view',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      changeRequestId: t.arg.id({
        description: 'Id or number of a change request of the space, to print the content that it proposes.',
      }),
      page: t.arg.id({
        description:
          'Id of the page to print together with its descendants. Defaults to all pages that are not hidden.',
      }),
      only: t.arg.boolean({
        description: 'Whether to print only that page, without its descendants. Requires `page`.',
      }),
    },
    resolve: async (_root, { page, only, ...address }, context) => ({
      url: await createPdfLink(context, address, { page, only }),
    }),
  }),
)

const StartPdfInput = builder.inputType('StartPdfInput', {
  description: 'A PDF.',
  fields: (t) => ({
    changeRequest: t.id({
      description: 'Id or number of a change request of the space, to print the content that it proposes.',
    }),
    page: t.id({
      description:
        'Id of the page to print together with its descendants. Defaults to all pages that are not hidden.',
    }),
    includesDescendants: t.boolean({
      defaultValue: true,
      description: 'Whether to print the pages below that page too.',
    }),
  }),
})

builder.mutationField('startPdf', (t) =>
  mutation(t, {
    description: 'Starts a PDF as a job, whose result can be downloaded when it has ended.',
    permission: 'space:view',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      input: t.arg({ type: StartPdfInput, description: 'The PDF. Defaults to all of the live content.' }),
    },
    target: { type: 'Job' },
    payload: { job: { type: Job, description: 'The job.' } },
    resolve: async (_root, { spaceId, input }, context) => ({
      job: await startPdf(
        context,
        { spaceId, changeRequestId: input?.changeRequest },
        { page: input?.page, only: input?.page != null && !input.includesDescendants },
      ),
    }),
  }),
)
