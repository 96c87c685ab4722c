import type { ChangeRequest as ChangeRequestRow } from '../../../generated/prisma/client.ts'
import { builder } from '../../../graphql/builder.ts'
import { childrenBy, connectionField } from '../../../graphql/connection.ts'
import { viewerOf } from '../../../graphql/context.ts'
import { Revision } from '../../content/schema/revision.ts'
import { limitOfChanges, SemanticChanges } from '../../content/schema/semantic-changes.ts'
import { Space } from '../../spaces/schema.ts'
import { User } from '../../users/schema.ts'
import { ChangeRequestStatusEnum } from '../enums.ts'
import { type Contributor, changeRequestLoaders } from '../loaders.ts'
import { readableChangeRequests } from '../policy.ts'
import { changesOfChangeRequest } from '../service.ts'
import { ContentConflict } from './conflict.ts'

const ChangeRequestUrls = builder.objectRef<ChangeRequestRow>('ChangeRequestUrls').implement({
  description: 'Addresses of a change request.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The change request in the REST API.',
      resolve: ({ id, spaceId }, _args, { config }) =>
        `${config.baseUrl}/v1/spaces/${spaceId}/change-requests/${id}`,
    }),
    app: t.field({
      type: 'URL',
      description: 'The change request in the workspace.',
      resolve: ({ number, spaceId }, _args, { config }) =>
        `${config.baseUrl}/s/${spaceId}/~/changes/${number}`,
    }),
  }),
})

const ChangeRequestContributor = builder.objectRef<Contributor>('ChangeRequestContributor').implement({
  description: 'Somebody who changed the content of a change request.',
  fields: (t) => ({
    user: t.field({ type: User, description: 'Who.', resolve: ({ user }) => user }),
    count: t.exposeInt('count', { description: 'How many revisions of it they made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When they made the last one.' }),
  }),
})

export const ChangeRequest = builder.prismaNode('ChangeRequest', {
  // node(id) of what the caller may not see is null.
  nullable: true,
  description: 'A proposal to change the content of a space.',
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableChangeRequests(viewerOf(context))] }),
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Its number in the space, from 1.' }),
    status: t.expose('status', { type: ChangeRequestStatusEnum, description: 'How far it is.' }),
    subject: t.exposeString('subject', { description: 'What it is about.' }),
    createdBy: t.relation('createdBy', { type: User, nullable: true, description: 'Who created it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it or its content was last changed.',
    }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space.' }),
    space: t.relation('space', { description: 'The space.' }),
    revisionId: t.exposeID('revisionId', { description: 'Id of its newest revision.' }),
    revision: t.relation('revision', { description: 'Its newest revision: the content that it proposes.' }),
    revisionInitialId: t.exposeID('revisionInitialId', {
      description: 'Id of the revision of the space that it was created from.',
    }),
    revisionMergedAncestorId: t.exposeID('revisionMergedAncestorId', {
      nullable: true,
      description: 'Id of the revision of the space that it was last updated to.',
    }),
    revisionMergedId: t.exposeID('revisionMergedId', {
      nullable: true,
      description: 'Id of the revision of the space that its merge made.',
    }),
    openCommentCount: t.exposeInt('openComments', { description: 'How many comments on it are open.' }),
    outdated: t.boolean({
      description:
        'Whether the primary content has changed since it was created or last requestCredentials up to date.',
      select: { space: { select: { revisionId: true } } },
      resolve: ({ status, space, revisionInitialId, revisionMergedAncestorId }) =>
        status !== 'MERGED' && space.revisionId !== (revisionMergedAncestorId ?? revisionInitialId),
    }),
    conflicts: t.relation('conflicts', {
      type: ContentConflict,
      query: { orderBy: { ordinal: 'asc' } },
      description: 'What its last merge or update could not combine. Empty where everything did.',
    }),
    contributors: t.field({
      type: [ChangeRequestContributor],
      description: 'Who changed its content, the last one first.',
      resolve: ({ branchId }, _args, context) => changeRequestLoaders(context).contributors.load(branchId),
    }),
    urls: t.field({
      type: ChangeRequestUrls,
      description: 'Its addresses.',
      resolve: (changeRequest) => changeRequest,
    }),
  }),
})

builder.prismaObjectField(Space, 'changeRequests', (t) =>
  connectionField(t, {
    type: ChangeRequest,
    name: 'ChangeRequest',
    description: 'The change requests of the space, newest first.',
    parent: childrenBy('spaceId'),
    args: {
      status: t.arg({
        type: ChangeRequestStatusEnum,
        defaultValue: 'OPEN',
        description: 'Only those of this status; null for all.',
      }),
      contributor: t.arg.id({ description: 'Only those whose content this user changed.' }),
    },
    where: (viewer, { status, contributor }) => ({
      AND: [
        readableChangeRequests(viewer),
        status ? { status } : {},
        contributor
          ? { branch: { revisions: { some: { createdById: contributor, sequence: { gte: 2 } } } } }
          : {},
      ],
    }),
    order: [{ column: 'number', type: 'int' }],
    direction: 'desc',
  }),
)

builder.prismaObjectField(Revision, 'mergedFrom', (t) =>
  t.relation('mergedFrom', {
    type: ChangeRequest,
    nullable: true,
    description: 'The change request whose merge made it.',
  }),
)

builder.prismaObjectFields(ChangeRequest, (t) => ({
  changes: t.field({
    type: SemanticChanges,
    description: 'What it changes, against the content that it stands on.',
    args: { limit: t.arg.int(limitOfChanges) },
    resolve: ({ revisionId, revisionInitialId, revisionMergedAncestorId }, { limit }, context) =>
      changesOfChangeRequest(
        context,
        { baseId: revisionMergedAncestorId ?? revisionInitialId, headId: revisionId },
        limit,
      ),
  }),
}))

builder.objectField(SemanticChanges, 'mergedFrom', (t) =>
  t.field({
    type: ChangeRequest,
    nullable: true,
    description: 'The change request whose merge made the later revision.',
    resolve: ({ after }, _args, context) =>
      after.type === 'MERGE'
        ? context.database.prisma.changeRequest.findUnique({ where: { revisionMergedId: after.id } })
        : null,
  }),
)
