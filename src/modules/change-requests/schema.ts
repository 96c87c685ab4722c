import { notFound } from '../../errors.ts'
import { builder } from '../../graphql/builder.ts'
import { viewerOf } from '../../graphql/context.ts'
import { limited } from '../../graphql/validation.ts'
import { ContentUpdateType, UpdateContentInput } from '../content/schema/changes.ts'
import { ChangeRequestStatusInputEnum, MergeOutcomeEnum, UpdateOutcomeEnum } from './enums.ts'
import { changeRequestLimits } from './limits.ts'
import { type MergeReport, mergeChangeRequest, updateChangeRequestFromSpace } from './merging.ts'
import { changeRequestAt } from './policy.ts'
import { ChangeRequest } from './schema/change-request.ts'
import { createChangeRequest, updateChangeRequest, updateChangeRequestContent } from './service.ts'

builder.queryField('changeRequest', (t) =>
  t.prismaField({
    type: ChangeRequest,
    description: 'A change request of a space.',
    permission: 'space:view',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      id: t.arg.id({ required: true, description: 'Id or number of the change request.' }),
    },
    resolve: async (query, _root, { spaceId, id }, context) => {
      const where = changeRequestAt(viewerOf(context), { spaceId, changeRequestId: id })
      const found = await context.database.prisma.changeRequest.findFirst({ ...query, where })
      if (!found) throw notFound()
      return found
    },
  }),
)

builder.objectField(ContentUpdateType, 'changeRequest', (t) =>
  t.field({
    type: ChangeRequest,
    nullable: true,
    description: 'The change request whose content was changed. Null for primary content.',
    resolve: ({ revision }, _args, context) =>
      revision.baseBranchId === null
        ? null
        : context.database.prisma.changeRequest.findUnique({ where: { branchId: revision.branchId } }),
  }),
)

const CreateChangeRequestInput = builder.inputType('CreateChangeRequestInput', {
  description: 'A new change request.',
  fields: (t) => ({
    subject: t.string({ description: 'The subject.', ...limited(changeRequestLimits.subject) }),
  }),
})

const UpdateChangeRequestInput = builder.inputType('UpdateChangeRequestInput', {
  description: 'Changes to a change request. Omitted fields stay unchanged.',
  fields: (t) => ({
    subject: t.string({ description: 'The subject.', ...limited(changeRequestLimits.subject) }),
    status: t.field({ type: ChangeRequestStatusInputEnum, description: 'The status.' }),
  }),
})

const ChangeRequestMerge = builder
  .objectRef<MergeReport<'MERGE' | 'CONFLICTS'>>('ChangeRequestMerge')
  .implement({
    description: 'The result of merging a change request.',
    fields: (t) => ({
      result: t.field({
        type: MergeOutcomeEnum,
        description: 'The outcome of the merge.',
        resolve: ({ outcome }) => outcome,
      }),
      revisionId: t.exposeID('revisionId', {
        description:
          'Id of the new revision of the space or, if there are conflicts, of the newest revision of the change request.',
      }),
      changeRequest: t.field({
        type: ChangeRequest,
        description: 'The change request, with its conflicts if there are any.',
        resolve: (report) => report.changeRequest,
      }),
    }),
  })

const ChangeRequestUpdate = builder
  .objectRef<MergeReport<'UPDATE' | 'CONFLICTS'>>('ChangeRequestUpdate')
  .implement({
    description: 'The result of updating a change request from the primary content.',
    fields: (t) => ({
      result: t.field({
        type: UpdateOutcomeEnum,
        description: 'The outcome of the update.',
        resolve: ({ outcome }) => outcome,
      }),
      revisionId: t.exposeID('revisionId', {
        description: 'Id of the newest revision of the change request.',
      }),
      changeRequest: t.field({
        type: ChangeRequest,
        description: 'The change request, with its conflicts if there are any.',
        resolve: ({ changeRequest }) => changeRequest,
      }),
    }),
  })

builder.mutationFields((t) => {
  const spaceId = t.arg.id({ required: true, description: 'Id of the space.' })
  const changeRequestId = t.arg.id({
    required: true,
    description: 'Id or number of the change request.',
  })
  return {
    createChangeRequest: t.field({
      type: ChangeRequest,
      description: 'Creates a draft change request based on the current content of a space.',
      permission: 'space:edit',
      args: {
        spaceId,
        input: t.arg({ type: CreateChangeRequestInput, required: true, description: 'The change request.' }),
      },
      resolve: (_root, args, context) => createChangeRequest(context, args.spaceId, args.input),
    }),
    updateChangeRequest: t.field({
      type: ChangeRequest,
      description: 'Updates the subject or status of a change request.',
      permission: 'space:edit',
      args: {
        spaceId,
        changeRequestId,
        input: t.arg({ type: UpdateChangeRequestInput, required: true, description: 'Fields to update.' }),
      },
      resolve: (_root, { input, ...address }, context) => updateChangeRequest(context, address, input),
    }),
    updateChangeRequestContent: t.field({
      type: ContentUpdateType,
      description:
        'Applies changes to the content of a change request: all of them as one new revision, or none.',
      permission: 'space:edit',
      args: {
        spaceId,
        changeRequestId,
        input: t.arg({ type: UpdateContentInput, required: true, description: 'The changes to apply.' }),
      },
      resolve: (_root, { input, ...address }, context) =>
        updateChangeRequestContent(context, address, input.changes),
    }),
    mergeChangeRequest: t.field({
      type: ChangeRequestMerge,
      description:
        'Merges a change request into the primary content as one new revision. If there are conflicts, nothing is merged.',
      permission: 'space:merge',
      args: { spaceId, changeRequestId },
      resolve: (_root, address, context) => mergeChangeRequest(context, address),
    }),
    updateChangeRequestFromSpace: t.field({
      type: ChangeRequestUpdate,
      description:
        'Updates a change request from the primary content. For each conflict it keeps its own version.',
      permission: 'space:edit',
      args: { spaceId, changeRequestId },
      resolve: (_root, address, context) => updateChangeRequestFromSpace(context, address),
    }),
  }
})
