import { isUser } from '../../access/viewer.ts'
import { orNotFound } from '../../base/errors.ts'
import { findVisible } from '../../graph/declare/model-reads.ts'
import type { ModelName, ModelRef, RowOf } from '../../graph/declare/model-types.ts'
import { builder } from '../../graphql/builder.ts'
import { visibleField } from '../../graphql/visible-field.ts'
import type { Context } from '../../request/context.ts'
import { ChangeRequest } from '../change-requests/schema/change-request.ts'
import { Comment } from '../comments/schema/comment.ts'
import { CommentReply } from '../comments/schema/reply.ts'
import type { PlacedEvent } from '../events/feed.ts'
import { Event } from '../events/schema.ts'
import { Job } from '../jobs/schema.ts'
import { Organization } from '../organizations/schema.ts'
import { Site } from '../sites/schema.ts'
import { Space } from '../spaces/schema.ts'
import { stateOfJob } from './job-watch.ts'
import { administers, objectOfEvent, shownEvent } from './shared-events.ts'
import { subscription } from './subscription-field.ts'
import type { Topic } from './topic.ts'

/** The value of a field for something that happened. */
interface Happened {
  readonly event: PlacedEvent
}

const eventDescription =
  'The event. What has changed in it is told to admins of the organization only, as in the audit log.'

const ChangeRequestChange = builder.objectRef<Happened>('ChangeRequestChange').implement({
  description: 'What happened to a change request.',
  fields: (t) => ({
    event: t.field({ type: Event, description: eventDescription, resolve: eventOf }),
    changeRequest: t.field({
      type: ChangeRequest,
      nullable: true,
      description: 'The change request as it is when this is sent. Null if it is gone.',
      resolve: ({ event }, _args, context) => found(ChangeRequest, context, event.changeRequestId),
    }),
  }),
})

const CommentsChange = builder.objectRef<Happened>('CommentsChange').implement({
  description: 'What happened to a comment, or to a reply to it.',
  fields: (t) => ({
    event: t.field({ type: Event, description: eventDescription, resolve: eventOf }),
    comment: t.field({
      type: Comment,
      nullable: true,
      description: 'The comment as it is when this is sent. Null if it is deleted.',
      resolve: ({ event: { targetType, targetId } }, _args, context) =>
        targetType === 'CommentReply'
          ? commentOfReply(context, targetId)
          : found(Comment, context, targetType === 'Comment' ? targetId : null),
    }),
  }),
})

const SpaceContentChange = builder.objectRef<Happened>('SpaceContentChange').implement({
  description: 'What happened to the live content of a space, or to the space.',
  fields: (t) => ({
    event: t.field({ type: Event, description: eventDescription, resolve: eventOf }),
    space: t.field({
      type: Space,
      nullable: true,
      description: 'The space as it is when this is sent. Null if it is gone.',
      resolve: ({ event }, _args, context) => found(Space, context, event.spaceId),
    }),
  }),
})

const SiteChange = builder.objectRef<Happened>('SiteChange').implement({
  description: 'What happened to a site.',
  fields: (t) => ({
    event: t.field({ type: Event, description: eventDescription, resolve: eventOf }),
    site: t.field({
      type: Site,
      nullable: true,
      description: 'The site as it is when this is sent. Null if it is gone.',
      resolve: ({ event }, _args, context) => found(Site, context, event.siteId),
    }),
  }),
})

const JobChange = builder.objectRef<{ readonly jobId: string }>('JobChange').implement({
  description: 'The progress of a job.',
  fields: (t) => ({
    job: t.field(visibleField(Job, 'jobId', 'The job as it is when this is sent. Null if it is gone.')),
  }),
})

const OrganizationChange = builder.objectRef<Happened>('OrganizationChange').implement({
  description: 'What happened in an organization.',
  fields: (t) => ({
    event: t.field({ type: Event, description: eventDescription, resolve: eventOf }),
  }),
})

const idOf = (noun: string) => ({ required: true, description: `Id of the ${noun}.` }) as const

builder.subscriptionFields((t) => ({
  changeRequestChanged: subscription(t, {
    type: ChangeRequestChange,
    description:
      'What happens to a change request: to its content, its reviews, its comments and its status.',
    permission: 'space:view',
    args: { id: t.arg.id(idOf('change request')) },
    topic: async ({ id }, context) => {
      const changeRequest = await required(ChangeRequest, context, id)
      const space = await required(Space, context, changeRequest.spaceId)
      return topicOn('Space', space, (event) => event.changeRequestId === changeRequest.id)
    },
  }),
  commentsChanged: subscription(t, {
    type: CommentsChange,
    description: 'What happens to the comments of a space and of its change requests.',
    permission: 'space:view',
    args: { spaceId: t.arg.id(idOf('space')) },
    topic: async ({ spaceId }, context) => {
      const space = await required(Space, context, spaceId)
      return topicOn(
        'Space',
        space,
        (event) => event.spaceId === space.id && event.type.startsWith('comment.'),
      )
    },
  }),
  spaceContentChanged: subscription(t, {
    type: SpaceContentChange,
    description:
      'What happens to the live content of a space, which merging a change request and an import change too, and to the space itself.',
    permission: 'space:view',
    args: { id: t.arg.id(idOf('space')) },
    topic: async ({ id }, context) => {
      const space = await required(Space, context, id)
      return topicOn('Space', space, (event) => event.spaceId === space.id && ofLiveContent.test(event.type))
    },
  }),
  siteChanged: subscription(t, {
    type: SiteChange,
    description: 'What happens to a site: to its settings, its structure and its publication.',
    permission: 'site:view',
    args: { id: t.arg.id(idOf('site')) },
    topic: async ({ id }, context) => {
      const site = await required(Site, context, id)
      return topicOn('Site', site, (event) => event.siteId === site.id)
    },
  }),
  jobChanged: subscription(t, {
    type: JobChange,
    description:
      'The progress of a job that the caller started, or of any job for admins: at once, about once a second while it changes, and when it has ended, after which the subscription ends too.',
    permission: 'organization:view',
    args: { id: t.arg.id(idOf('job')) },
    topic: async ({ id }, context) => {
      const { requestedById, spaceId, organizationId, ...job } = await required(Job, context, id)
      const state = orNotFound(await stateOfJob(context.database, job.id))
      return {
        organizationId,
        object: { type: 'Space', id: spaceId },
        mayFollow: (viewer) => isUser(viewer, requestedById) || administers(viewer, organizationId),
        matches: () => false,
        payloadOf: () => ({ jobId: job.id }),
        job: { id: job.id, state },
      }
    },
  }),
  organizationEvents: subscription(t, {
    type: OrganizationChange,
    description:
      'The events of an organization. Admins are told of all. Other members are told of what happens to the spaces, collections and sites that they can read, and of their own jobs.',
    permission: 'organization:view',
    args: { id: t.arg.id(idOf('organization')) },
    topic: async ({ id }, context) => {
      const organization = await required(Organization, context, id)
      return {
        organizationId: organization.id,
        object: { type: 'Organization', id: organization.id },
        objectOf: objectOfEvent,
        matches: () => true,
        payloadOf: happened,
      }
    },
  }),
}))

/** The types of events that may change what somebody sees who reads a space. */
const ofLiveContent = /^(content|space|import|change_request\.merged$)/

/** Returns the topic of the events of an object that match. */
const topicOn = (
  type: 'Space' | 'Site',
  { id, organizationId }: { readonly id: string; readonly organizationId: string },
  matches: Topic['matches'],
): Topic => ({ organizationId, object: { type, id }, matches, payloadOf: happened })

const happened: Topic['payloadOf'] = (event, viewer) => event && { event: shownEvent(event, viewer) }

const eventOf = ({ event }: Happened) => event as never

/** Returns the object with the id. Throws NOT_FOUND if the caller cannot read it. */
async function required<Name extends ModelName>(
  target: ModelRef<Name>,
  context: Context,
  id: string,
): Promise<RowOf<Name>> {
  return orNotFound(await findVisible(target, context, id))
}

/** Returns the object with the id, if the viewer can read it. */
const found = async <Name extends ModelName>(
  target: ModelRef<Name>,
  context: Context,
  id: string | null,
): Promise<RowOf<Name> | null> => (id === null ? null : findVisible(target, context, id))

async function commentOfReply(context: Context, replyId: string) {
  const reply = await findVisible(CommentReply, context, replyId)
  return reply && findVisible(Comment, context, reply.commentId)
}
