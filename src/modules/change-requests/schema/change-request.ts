import { treeOfNodes } from '../../../formats/page/model/tree-of-nodes.ts'
import type { ChangeRequest as ChangeRequestRow } from '../../../generated/prisma/client.ts'
import { causeExtension } from '../../../graph/declare/cause.ts'
import { listArguments } from '../../../graph/declare/connection.ts'
import { extend, model } from '../../../graph/declare/model.ts'
import { builder } from '../../../graphql/builder.ts'
import { urlsObject } from '../../../graphql/urls-object.ts'
import { readableRevisions } from '../../content/policy.ts'
import { Revision } from '../../content/schema/revision.ts'
import {
  changesConnection,
  limitOfChanges,
  SemanticChangeConnection,
  SemanticChanges,
  summaryOf,
} from '../../content/schema/semantic-changes.ts'
import { Space } from '../../spaces/schema.ts'
import { User } from '../../users/schema.ts'
import { ChangeRequestStatusEnum, ContributionEnum } from '../enums.ts'
import { externalLinksOf } from '../external-links.ts'
import { firstContribution, readableChangeRequests } from '../policy.ts'
import { changesOfChangeRequest } from '../service.ts'
import { ContentConflict } from './conflict.ts'
import { ChangeRequestLink } from './texts.ts'

const ChangeRequestUrls = urlsObject<Pick<ChangeRequestRow, 'id' | 'number' | 'spaceId'>>(
  'ChangeRequestUrls',
  {
    description: 'URLs of a change request.',
    of: 'the change request',
    location: ({ id, spaceId }) => `/spaces/${spaceId}/change-requests/${id}`,
    app: ({ number, spaceId }) => ({ kind: 'change request', space: spaceId, changeRequest: `${number}` }),
  },
)

/** The last revision of each user on a branch, of which the first revision only records the creation. */
const lastRevisions = {
  from: `(SELECT DISTINCT ON (r."createdById") r.*,
      to_json(count(*) OVER (PARTITION BY r."createdById")) AS contributions
    FROM "Revision" r WHERE r."branchId" = p.k0 AND r.sequence >= ${firstContribution} AND r."createdById" IS NOT NULL
    ORDER BY r."createdById", r.sequence DESC)`,
  adds: { contributions: 'Json' },
  condition: 'TRUE',
  keys: ['branchId'],
} as const

const ChangeRequestContributor = model('Revision', {
  name: 'ChangeRequestContributor',
  visible: readableRevisions,
  description: 'A user who changed the content of a change request.',
  fields: (t) => ({
    user: t.one(User, { key: 'createdById', description: 'The user.' }),
    count: t.computed({
      type: 'Int',
      description: 'The number of revisions that the user created.',
      from: [],
      added: ['contributions'],
      resolve: (row: object) => (row as { readonly contributions: number }).contributions,
    }),
    updatedAt: t.exposeDateTime('createdAt', {
      description: 'The date and time of the last of these revisions.',
    }),
    actionType: t.computed({
      type: ContributionEnum,
      description: 'What the user contributed.',
      from: [],
      resolve: () => 'EDIT' as const,
    }),
  }),
})

export const ChangeRequest = model('ChangeRequest', {
  description: 'A proposal to change the content of a space.',
  id: 'Opaque identifier.',
  visible: readableChangeRequests,
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'The number, unique within the space and starting at 1.' }),
    status: t.expose('status', {
      type: ChangeRequestStatusEnum,
      description: 'The status of the change request.',
    }),
    subject: t.exposeString('subject', { description: 'The subject. Empty if none was given.' }),
    description: t.exposeString('descriptionMarkdown', {
      nullable: true,
      description: 'The description as Markdown. Null if none was given.',
    }),
    descriptionDocument: t.expose('descriptionTree', {
      type: 'JSON',
      nullable: true,
      description: `The description ${treeOfNodes}. Null if none was given.`,
    }),
    links: t.computed({
      type: [ChangeRequestLink],
      description: 'The links to something outside of the workspace, in order.',
      from: ['links'],
      resolve: (changeRequest) => [...externalLinksOf(changeRequest)],
    }),
    createdBy: t.one(User, {
      key: 'createdById',
      nullable: true,
      description: 'The user who created it. Null if the user was deleted.',
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    updatedAt: t.exposeDateTime('updatedAt', {
      description: 'The date and time of the last change to the change request or its content.',
    }),
    mergedBy: t.one(User, {
      key: 'mergedById',
      nullable: true,
      description: 'The user who merged it. Null until it is merged, and if the user was deleted.',
    }),
    mergedAt: t.exposeDateTime('mergedAt', {
      nullable: true,
      description: 'The date and time of the merge. Null until it is merged.',
    }),
    ...t.oneWithId('space', Space, { description: 'The space.' }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the newest revision.' }),
    revision: t.one(Revision, {
      key: 'revisionId',
      description: 'The newest revision, which has the proposed content.',
    }),
    ...t.oneWithId('revisionInitial', Revision, {
      description: 'The revision of the space that it was created from.',
    }),
    ...t.oneWithId('revisionMergedAncestor', Revision, {
      nullable: true,
      description: 'The revision of the space that was last merged into it. Null if it was never updated.',
    }),
    ...t.oneWithId('revisionMerged', Revision, {
      nullable: true,
      description: 'The revision of the space that was created by the merge. Null until it is merged.',
    }),
    openCommentCount: t.exposeInt('openComments', { description: 'The number of open comments.' }),
    isOutdated: t.computed({
      type: 'Boolean',
      description:
        'Whether the primary content has changed since the change request was created or last updated. False if it is merged.',
      from: ['status', 'revisionInitialId', 'revisionMergedAncestorId'],
      with: { space: ['revisionId'] },
      resolve: ({ status, space, revisionInitialId, revisionMergedAncestorId }) =>
        status !== 'MERGED' && space.revisionId !== (revisionMergedAncestorId ?? revisionInitialId),
    }),
    allConflicts: t.all(ContentConflict, {
      by: 'changeRequestId',
      where: { status: 'OPEN' },
      order: ['ordinal'],
      description: 'The open conflicts of the last merge or update.',
    }),
    allResolvedConflicts: t.all(ContentConflict, {
      by: 'changeRequestId',
      where: { status: 'RESOLVED' },
      order: ['ordinal'],
      description: 'The resolved conflicts. They stay available after the merge.',
    }),
    contributors: t.many(ChangeRequestContributor, {
      by: lastRevisions,
      order: [{ column: 'createdAt', type: 'timestamptz' }],
      direction: 'desc',
      description: 'The users who changed its content, most recent first.',
    }),
    urls: t.computed({
      type: ChangeRequestUrls,
      description: 'URLs of the change request.',
      from: ['id', 'number', 'spaceId'],
    }),
  }),
})

extend(Revision, (t) => ({
  mergedFrom: t.one(ChangeRequest, {
    key: 'id',
    by: 'revisionMergedId',
    nullable: true,
    description: 'The change request whose merge created the revision. Null for other revisions.',
  }),
}))

extend(ChangeRequest, (t) => ({
  changes: t.code({
    type: SemanticChangeConnection,
    heavy: 'comparisons',
    description:
      'The changes from its base revision: pages in reading order, then files, then reusable contents, then variables of the space. Cursors are valid until its content changes.',
    args: listArguments(t),
    resolve: (changeRequest, given, context) =>
      changesConnection(() => changesOfChangeRequest(context, changeRequest), given),
  }),
  changeSummary: t.code({
    extensions: { [causeExtension]: 'It compares two revisions.' },
    type: SemanticChanges,
    heavy: 'comparisons',
    description: 'The first changes from its base revision and the number of others.',
    args: { limit: t.arg.int(limitOfChanges) },
    resolve: async (changeRequest, { limit }, context) =>
      summaryOf(await changesOfChangeRequest(context, changeRequest), limit),
  }),
}))

builder.objectField(SemanticChanges, 'mergedFrom', (t) =>
  t.field({
    type: ChangeRequest,
    nullable: true,
    description: 'The change request whose merge created the later revision. Null for other revisions.',
    resolve: ({ comparison: { after } }, _args, context) =>
      after.type === 'MERGE'
        ? context.database.prisma.changeRequest.findUnique({ where: { revisionMergedId: after.id } })
        : null,
  }),
)
