import { limited } from '../../base/validation.ts'
import { single } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import {
  baseArguments,
  contentUpdatePayload,
  contentUpdateResult,
  UpdateContentInput,
} from '../content/schema/changes.ts'
import { Revision } from '../content/schema/revision.ts'
import {
  ChangeRequestStatusInputEnum,
  ConflictResolutionEnum,
  ConflictSideEnum,
  MergeOutcomeEnum,
  UpdateOutcomeEnum,
} from './enums.ts'
import { changeRequestLimits } from './limits.ts'
import { mergeChangeRequest, updateChangeRequestFromSpace } from './merging.ts'
import { changeRequestIn, spaceOfChangeRequest } from './policy.ts'
import { resolveConflicts } from './resolving.ts'
import { ChangeRequest } from './schema/change-request.ts'
import { ContentConflict } from './schema/conflict.ts'
import './schema/lists.ts'
import { ChangeRequestDescriptionInput, ChangeRequestLinkInput } from './schema/texts.ts'
import {
  createChangeRequest,
  loadEditableChangeRequest,
  updateChangeRequest,
  updateChangeRequestContent,
} from './service.ts'

builder.queryField('changeRequest', (t) =>
  single(t, ChangeRequest, {
    description: 'A change request of a space.',
    permission: 'space:view',
    args: {
      spaceId: t.arg.id({ description: spaceOfChangeRequest }),
      id: t.arg.id({ required: true, description: 'Id or number of the change request.' }),
    },
    where: ({ spaceId, id }) => changeRequestIn({ spaceId, changeRequestId: id }),
  }),
)

const CreateChangeRequestInput = builder.inputType('CreateChangeRequestInput', {
  description: 'A new change request.',
  fields: (t) => ({
    subject: t.string({ description: 'The subject.', ...limited(changeRequestLimits.subject) }),
    description: t.field({ type: ChangeRequestDescriptionInput, description: 'The description.' }),
    links: t.field({
      type: [ChangeRequestLinkInput],
      description: 'Links to something outside of the workspace. Defaults to none.',
      ...limited(changeRequestLimits.links),
    }),
  }),
})

const UpdateChangeRequestInput = builder.inputType('UpdateChangeRequestInput', {
  description: 'Changes to a change request. Omitted fields stay unchanged.',
  fields: (t) => ({
    subject: t.string({ description: 'The subject.', ...limited(changeRequestLimits.subject) }),
    description: t.field({
      type: ChangeRequestDescriptionInput,
      description: 'The description. Null or an empty one removes it.',
    }),
    links: t.field({
      type: [ChangeRequestLinkInput],
      description: 'Links to something outside of the workspace, which replace the present ones.',
      ...limited(changeRequestLimits.links),
    }),
    status: t.field({ type: ChangeRequestStatusInputEnum, description: 'The status.' }),
  }),
})

const ConflictDecisionInput = builder.inputType('ConflictDecisionInput', {
  description: 'A decision about a conflict.',
  fields: (t) => ({
    conflict: t.id({ required: true, description: 'Id of the conflict, which must be open.' }),
    resolution: t.field({
      type: ConflictResolutionEnum,
      required: true,
      description: 'The version or text that resolves the conflict.',
    }),
    text: t.string({
      description:
        'The new text, required with `TEXT`: Markdown that replaces the conflicting lines of a body, or the value of a field.',
      ...limited(changeRequestLimits.decisionText),
    }),
  }),
})

const ResolveConflictsInput = builder.inputType('ResolveConflictsInput', {
  description: 'Decisions about conflicts.',
  fields: (t) => ({
    decisions: t.field({
      type: [ConflictDecisionInput],
      description: 'The decisions. Each conflict may occur once.',
      ...limited(changeRequestLimits.decisions),
    }),
    others: t.field({
      type: ConflictSideEnum,
      description: 'The version that resolves all other open conflicts. If omitted, they stay open.',
    }),
  }),
})

const changed = {
  type: ChangeRequest,
  description: 'The change request, with its conflicts if there are any.',
} as const

builder.mutationFields((t) => {
  const spaceId = t.arg.id({ description: spaceOfChangeRequest })
  const changeRequestId = t.arg.id({
    required: true,
    description: 'Id or number of the change request.',
  })
  return {
    createChangeRequest: mutation(t, {
      description: 'Creates a draft change request based on the current content of a space.',
      permission: 'space:edit',
      args: {
        spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
        input: t.arg({ type: CreateChangeRequestInput, required: true, description: 'The change request.' }),
      },
      target: { type: 'ChangeRequest' },
      payload: { changeRequest: ChangeRequest },
      resolve: async (_root, args, context) => ({
        changeRequest: await createChangeRequest(context, args.spaceId, args.input),
      }),
    }),
    updateChangeRequest: mutation(t, {
      description: 'Updates the subject, description, links or status of a change request.',
      permission: 'space:edit',
      args: {
        spaceId,
        changeRequestId,
        input: t.arg({ type: UpdateChangeRequestInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'ChangeRequest', id: 'changeRequestId' },
      payload: { changeRequest: ChangeRequest },
      resolve: async (_root, { input, ...address }, context) => ({
        changeRequest: await updateChangeRequest(context, address, input),
      }),
    }),
    updateChangeRequestContent: mutation(t, {
      description:
        'Applies changes to the content of a change request: all of them as one new revision, or none.',
      permission: 'space:edit',
      args: {
        spaceId,
        changeRequestId,
        input: t.arg({ type: UpdateContentInput, required: true, description: 'The changes to apply.' }),
        ...baseArguments(t),
      },
      target: { type: 'ChangeRequest', id: 'changeRequestId' },
      payload: { changeRequest: ChangeRequest, ...contentUpdatePayload },
      payloadDescription: 'The result of a batch of changes.',
      authorizeUploads: loadEditableChangeRequest,
      resolve: async (_root, { input, baseRevisionId, ifStale, ...address }, context) => {
        const base = { baseRevisionId, ifStale }
        const update = await updateChangeRequestContent(context, address, input.changes, base)
        const { changeRequest } = update
        return { changeRequest, ...(await contentUpdateResult(context, update)) }
      },
    }),
    mergeChangeRequest: mutation(t, {
      heavy: 'merges',
      description:
        'Merges a change request into the primary content as one new revision. If there are conflicts, nothing is merged until all are resolved.',
      permission: 'space:merge',
      args: { spaceId, changeRequestId },
      target: { type: 'ChangeRequest', id: 'changeRequestId' },
      payload: {
        changeRequest: changed,
        result: { type: MergeOutcomeEnum, description: 'The outcome of the merge.' },
        revisionId: {
          type: 'ID',
          description:
            'Id of the new revision of the space or, if there are conflicts, of the newest revision of the change request.',
        },
        revision: readAfter(Revision, 'The same revision. Null if the caller may no longer see it.'),
      },
      payloadDescription: 'The result of merging a change request.',
      resolve: async (_root, address, context) => {
        const { outcome, ...report } = await mergeChangeRequest(context, address)
        return { ...report, revision: report.revisionId, result: outcome }
      },
    }),
    resolveConflicts: mutation(t, {
      description:
        'Resolves conflicts of a change request, all that are given or none. The resolved content becomes a new revision of the change request. Conflicts of a merge are resolved in the change request, which is updated from the primary content first.',
      permission: 'space:edit',
      args: {
        spaceId,
        changeRequestId,
        input: t.arg({ type: ResolveConflictsInput, required: true, description: 'The decisions.' }),
      },
      target: { type: 'ChangeRequest', id: 'changeRequestId' },
      payload: {
        changeRequest: ChangeRequest,
        revisionId: { type: 'ID', description: 'Id of the newest revision of the change request.' },
        revision: readAfter(Revision, 'The same revision. Null if the caller may no longer see it.'),
        allResolvedConflicts: { type: [ContentConflict], description: 'The conflicts that were resolved.' },
      },
      payloadDescription: 'The result of resolving conflicts.',
      resolve: async (_root, { input, ...address }, context) => {
        const { conflictIds, ...report } = await resolveConflicts(context, address, input)
        const allResolvedConflicts = await context.database.prisma.contentConflict.findMany({
          where: { id: { in: [...conflictIds] } },
          orderBy: { ordinal: 'asc' },
        })
        return { ...report, revision: report.revisionId, allResolvedConflicts }
      },
    }),
    updateChangeRequestFromSpace: mutation(t, {
      heavy: 'merges',
      description:
        'Updates a change request from the primary content. For each conflict, the change request keeps its own version until the conflict is resolved.',
      permission: 'space:edit',
      args: { spaceId, changeRequestId },
      target: { type: 'ChangeRequest', id: 'changeRequestId' },
      payload: {
        changeRequest: changed,
        result: { type: UpdateOutcomeEnum, description: 'The outcome of the update.' },
        revisionId: { type: 'ID', description: 'Id of the newest revision of the change request.' },
        revision: readAfter(Revision, 'The same revision. Null if the caller may no longer see it.'),
      },
      payloadDescription: 'The result of updating a change request from the primary content.',
      resolve: async (_root, address, context) => {
        const { outcome, ...report } = await updateChangeRequestFromSpace(context, address)
        return { ...report, revision: report.revisionId, result: outcome }
      },
    }),
  }
})
