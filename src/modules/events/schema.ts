import { isEventType } from '../../audit/event-types.ts'
import { withCommas } from '../../base/english.ts'
import { invalidInput } from '../../base/errors.ts'
import { limited } from '../../base/validation.ts'
import { extend, model } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { ChangeRequest } from '../change-requests/schema/change-request.ts'
import { Job } from '../jobs/schema.ts'
import { Organization } from '../organizations/schema.ts'
import { Site } from '../sites/schema.ts'
import { Space } from '../spaces/schema.ts'
import { User } from '../users/schema.ts'
import type { EventChange as Change } from './feed.ts'
import { countedEvents, eventLimits } from './limits.ts'
import { readableEvents } from './policy.ts'

const EventChange = builder.objectRef<Change>('EventChange').implement({
  description: 'A change of one object, without its bodies.',
  fields: (t) => ({
    objectType: t.exposeString('objectType', { description: 'The type of the object.' }),
    objectId: t.exposeID('objectId', {
      nullable: true,
      description: 'Id of the object. Null for objects that have none.',
    }),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The values before it, without secrets and bodies: those that changed, or all of a deleted object. Null for a new object.',
      resolve: ({ before }) => before,
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The values after it, without secrets and bodies: those that changed, or all of a new object. Null for a deleted object.',
      resolve: ({ after }) => after,
    }),
    omitted: t.stringList({
      description: 'The names of values that are left out, because they are bodies, lists or long texts.',
      resolve: ({ omitted }) => [...omitted],
    }),
    userId: t.id({
      nullable: true,
      description: 'Id of the user whose membership, team or permission it is. Null for other objects.',
      resolve: ({ userId }) => userId ?? null,
    }),
  }),
})

/** The ids are those that the link in src/docs/api/subscriptions.md compares with what an application shows. */
export const Event = model('Event', {
  description: 'Something that happened in an organization. Nobody can change it.',
  id: 'Opaque identifier, which is the same wherever the event is delivered.',
  visible: readableEvents,
  fields: (t) => ({
    type: t.exposeString('type', { description: 'The type of the event, such as `space.moved`.' }),
    occurredAt: t.exposeDateTime('occurredAt', { description: 'The date and time at which it happened.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    organization: t.one(Organization, {
      key: 'organizationId',
      nullable: true,
      description: 'The organization. Null if the caller may not see it.',
    }),
    actorUserId: t.exposeID('actorUserId', {
      nullable: true,
      description: 'Id of the user who did it. Null for what nobody asked for.',
    }),
    actor: t.one(User, {
      key: 'actorUserId',
      nullable: true,
      description:
        'The user who did it. Null for what nobody asked for, and if the caller may not see the user.',
    }),
    actorLabel: t.exposeString('actorLabel', {
      nullable: true,
      description:
        'The display name of the user at the time. Null for what nobody asked for, and if no user had the id.',
    }),
    targetType: t.exposeString('targetType', {
      description: 'The type of the object that it is about, such as `Space`.',
    }),
    targetId: t.exposeID('targetId', {
      description:
        'Id of that object. The id of an invite link is shortened, because it is the secret with which users join.',
    }),
    personId: t.exposeID('personId', {
      nullable: true,
      description:
        'Id of the user whose membership, team or permission it is about, the first if there are several. Null for other events.',
    }),
    person: t.one(User, {
      key: 'personId',
      nullable: true,
      description: 'That user. Null if no user whom the caller may see has the id.',
    }),
    spaceId: t.exposeID('spaceId', {
      nullable: true,
      description: 'Id of the space in which it happened. Null if there is none.',
    }),
    space: t.one(Space, {
      key: 'spaceId',
      nullable: true,
      description: 'The space in which it happened. Null if there is none that the caller may see.',
    }),
    siteId: t.exposeID('siteId', {
      nullable: true,
      description: 'Id of the site in which it happened. Null if there is none.',
    }),
    site: t.one(Site, {
      key: 'siteId',
      nullable: true,
      description: 'The site in which it happened. Null if there is none that the caller may see.',
    }),
    changeRequestId: t.exposeID('changeRequestId', {
      nullable: true,
      description: 'Id of the change request in which it happened. Null if there is none.',
    }),
    changeRequest: t.one(ChangeRequest, {
      key: 'changeRequestId',
      nullable: true,
      description: 'The change request in which it happened. Null if there is none that the caller may see.',
    }),
    jobId: t.exposeID('jobId', {
      nullable: true,
      description: 'Id of the job that it is about. Null if there is none.',
    }),
    job: t.one(Job, {
      key: 'jobId',
      nullable: true,
      description: 'The job that it is about. Null if there is none that the caller may see.',
    }),
    changes: t.computed({
      type: [EventChange],
      description:
        'The first changes, in the order in which they were made. Subscriptions tell them to admins only.',
      from: ['changes'],
      resolve: ({ changes }) => changes as unknown as Change[],
    }),
    omittedChanges: t.exposeInt('omittedChanges', {
      description: 'The number of further changes, which are not listed.',
    }),
  }),
})

extend(Organization, (t) => ({
  events: t.many(Event, {
    description: `What happened in the organization, oldest first, for as long as events are kept. An event never appears before one that was in the list already, so that the list goes on after the last known cursor without loss. The total number is counted up to ${withCommas(countedEvents)}.`,
    permission: 'organization:read-events',
    by: 'organizationId',
    args: {
      types: t.arg.stringList({
        description: 'Returns only events of these types.',
        ...limited(eventLimits.types),
      }),
      spaceId: t.arg.id({ description: 'Returns only events in the space with this id.' }),
      siteId: t.arg.id({ description: 'Returns only events in the site with this id.' }),
    },
    where: (_viewer, { types, spaceId, siteId }) => ({
      type: types ? { in: knownTypes(types) } : undefined,
      spaceId: spaceId ?? undefined,
      siteId: siteId ?? undefined,
    }),
    order: [{ column: 'position', type: 'bigint' }],
    countedTo: countedEvents,
  }),
}))

/** Throws BAD_USER_INPUT for a type that no event has. */
function knownTypes(types: readonly string[]): string[] {
  const unknown = types.find((type) => !isEventType(type))
  if (unknown !== undefined) throw invalidInput('types', `There are no events of the type ${unknown}.`)
  return [...types]
}
