import { causeExtension } from '../../graph/declare/cause.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation } from '../../graphql/payload.ts'
import { Job } from '../jobs/schema.ts'
import { createExportLink, exportLifetimeSeconds, startExport } from './service.ts'

const ContentExport = builder.objectRef<{ readonly url: string }>('ContentExport').implement({
  description: 'A download link for content as Markdown.',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      description: `URL to download the content without a token, valid for ${exportLifetimeSeconds / 60} minutes.`,
      resolve: ({ url }) => url,
    }),
  }),
})

builder.queryField('contentExport', (t) =>
  t.field({
    extensions: { [causeExtension]: 'It signs a link after the revision is found.' },
    type: ContentExport,
    description:
      'Creates a download link for the content of a space or a change request, as a zip archive of Markdown pages and files. Importing the archive restores the same tree.',
    permission: 'space:view',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      revisionId: t.arg.id({ description: 'Id of a revision of the space. Defaults to the active one.' }),
      changeRequestId: t.arg.id({
        description: 'Id or number of a change request of the space, to export the content that it proposes.',
      }),
      page: t.arg.id({
        description: 'Id of the page to export together with its descendants. Defaults to all pages.',
      }),
      only: t.arg.boolean({
        description: 'Whether to export only that page, as a Markdown file. Requires `page`.',
      }),
    },
    resolve: async (_root, { page, only, ...address }, context) => ({
      url: await createExportLink(context, address, { page, only }),
    }),
  }),
)

const StartExportInput = builder.inputType('StartExportInput', {
  description: 'An export as Markdown.',
  fields: (t) => ({
    changeRequest: t.id({
      description: 'Id or number of a change request of the space, to export the content that it proposes.',
    }),
    page: t.id({
      description: 'Id of the page to export together with its descendants. Defaults to all pages.',
    }),
    includesDescendants: t.boolean({
      defaultValue: true,
      description: 'Whether to export the pages below that page too.',
    }),
  }),
})

builder.mutationField('startExport', (t) =>
  mutation(t, {
    description: 'Starts an export as Markdown as a job, whose result can be downloaded when it has ended.',
    permission: 'space:view',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      input: t.arg({
        type: StartExportInput,
        description: 'The export. Defaults to all of the live content.',
      }),
    },
    target: { type: 'Job' },
    payload: { job: { type: Job, description: 'The job.' } },
    resolve: async (_root, { spaceId, input }, context) => ({
      job: await startExport(
        context,
        { spaceId, changeRequestId: input?.changeRequest },
        { page: input?.page, only: input?.page != null && !input.includesDescendants },
      ),
    }),
  }),
)
