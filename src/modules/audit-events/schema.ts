import { sentenceOf } from '../../audit/action-label.ts'
import { withCommas } from '../../base/english.ts'
import type { AuditEventSource } from '../../generated/prisma/enums.ts'
import { causeExtension } from '../../graph/declare/cause.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import { auditedActions } from '../../graphql/audit-plugin.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { visibleField } from '../../graphql/visible-field.ts'
import { Organization } from '../organizations/schema.ts'
import { loadAuthorizedOrganization } from '../organizations/service.ts'
import { User } from '../users/schema.ts'
import { countedEvents } from './limits.ts'
import { readableAuditEvents } from './policy.ts'
import { createExportLink, exportLifetimeSeconds } from './service.ts'

const AuditEventSourceEnum = enumType(
  'AuditEventSource',
  'The interface through which an operation was performed.',
  {
    UI: 'A request of a browser session.',
    API: 'A request with an API token.',
    SCRIPT: 'A command of the operator of the server.',
  } satisfies Record<AuditEventSource, string>,
)

const AuditEventActorType = enumType('AuditEventActorType', 'The type of an actor.', { USER: 'A user.' })

interface Actor {
  readonly userId: string
  readonly userLabel: string | null
  readonly tokenId: string | null
  readonly address: string | null
  readonly agent: string | null
}

const AuditEventActor = builder.objectRef<Actor>('AuditEventActor').implement({
  description: 'The actor of an audit event, with the origin of the request.',
  fields: (t) => ({
    type: t.field({
      type: AuditEventActorType,
      description: 'Type of the actor.',
      resolve: () => 'USER' as const,
    }),
    userId: t.exposeID('userId', { description: 'Id of the user.' }),
    user: t.field(
      visibleField(User, 'userId', 'The user. Null if no user whom the caller may see has the id.'),
    ),
    label: t.exposeString('userLabel', {
      nullable: true,
      description: 'The display name of the user at the time. Null if no user has the id.',
    }),
    tokenId: t.exposeID('tokenId', {
      nullable: true,
      description: 'Id of the token, or of the session in a browser. Null for a command of the operator.',
    }),
    address: t.exposeString('address', {
      nullable: true,
      description: 'IP address of the client. Null for a command of the operator.',
    }),
    agent: t.exposeString('agent', {
      nullable: true,
      description:
        '`User-Agent` of the client, at most 300 characters. Null if it sent none, and for a command of the operator.',
    }),
  }),
})

interface Person {
  readonly personId: string
  readonly personLabel: string | null
}

const AuditEventPerson = builder.objectRef<Person>('AuditEventPerson').implement({
  description: 'The user whose membership, team or permission an operation was about.',
  fields: (t) => ({
    userId: t.exposeID('personId', { description: 'Id of the user.' }),
    user: t.field(
      visibleField(User, 'personId', 'The user. Null if no user whom the caller may see has the id.'),
    ),
    label: t.exposeString('personLabel', {
      nullable: true,
      description: 'The display name of the user at the time. Null if no user had the id.',
    }),
  }),
})

interface Target {
  readonly targetType: string
  readonly targetId: string
}

const AuditEventTarget = builder.objectRef<Target>('AuditEventTarget').implement({
  description: 'The object of an operation.',
  fields: (t) => ({
    objectType: t.exposeString('targetType', { description: 'The type of the object, such as `Space`.' }),
    objectId: t.exposeID('targetId', {
      description:
        'The id. The id of an invite link is shortened, because it is the secret with which users join.',
    }),
  }),
})

interface Change {
  readonly objectType: string
  readonly objectId: string | null
  readonly before: unknown
  readonly after: unknown
  readonly userId?: string
  readonly userLabel?: string | null
}

const AuditEventChange = builder.objectRef<Change>('AuditEventChange').implement({
  description: 'A change of one object.',
  fields: (t) => ({
    objectType: t.exposeString('objectType', { description: 'The type of the object.' }),
    objectId: t.exposeID('objectId', {
      nullable: true,
      description: 'Id of the object. Null for objects that have none.',
    }),
    before: t.expose('before', {
      type: 'JSON',
      nullable: true,
      description:
        'The values before it, without secrets: those that changed, or all of a deleted object. Null for a new object.',
    }),
    after: t.expose('after', {
      type: 'JSON',
      nullable: true,
      description:
        'The values after it, without secrets: those that changed, or all of a new object. Null for a deleted object.',
    }),
    userId: t.id({
      nullable: true,
      description: 'Id of the user whose membership, team or permission it is. Null for other objects.',
      resolve: ({ userId }) => userId ?? null,
    }),
    userLabel: t.string({
      nullable: true,
      description: 'The display name of that user at the time. Null for other objects.',
      resolve: ({ userLabel }) => userLabel ?? null,
    }),
  }),
})

interface Details {
  readonly changes: readonly Change[]
  readonly omittedChanges: number
}

const AuditEventDetails = builder.objectRef<Details>('AuditEventDetails').implement({
  description: 'The changes that an operation made.',
  fields: (t) => ({
    changes: t.field({
      type: [AuditEventChange],
      description:
        'The changes in the order in which they were made. Of content, the new revision is listed and not its pages.',
      resolve: ({ changes }) => [...changes],
    }),
    omittedChanges: t.exposeInt('omittedChanges', {
      description: 'The number of further changes, which are not listed.',
    }),
  }),
})

const AuditEventUrls = urlsObject<{ readonly id: string; readonly organizationId: string | null }>(
  'AuditEventUrls',
  {
    description: 'URLs of an audit event.',
    of: 'the event',
    location: ({ id, organizationId }) => `/orgs/${organizationId}/audit-events/${id}`,
  },
)

const AuditEvent = model('AuditEvent', {
  description: 'A record of an operation that succeeded. Nobody can change it.',
  id: 'The id, a UUID.',
  visible: readableAuditEvents,
  fields: (t) => ({
    occurredAt: t.exposeDateTime('occurredAt', {
      description: 'The date and time at which the operation was recorded.',
    }),
    action: t.exposeString('action', {
      description: 'The name of the mutation, or `signIn`, `signInFailed` or `signOut`.',
    }),
    actor: t.computed({
      type: AuditEventActor,
      description: 'The actor of the operation.',
      from: ['userId', 'userLabel', 'tokenId', 'address', 'agent'],
    }),
    source: t.expose('source', {
      type: AuditEventSourceEnum,
      description: 'The interface through which it was performed.',
    }),
    target: t.computed({
      type: AuditEventTarget,
      description: 'The object of the operation.',
      from: ['targetType', 'targetId'],
    }),
    person: t.computed({
      type: AuditEventPerson,
      nullable: true,
      description:
        'The user whose membership, team or permission it was about, the first if there were several. Null for other operations.',
      from: ['personId', 'personLabel'],
      resolve: ({ personId, personLabel }) => (personId === null ? null : { personId, personLabel }),
    }),
    requestId: t.exposeString('requestId', {
      description: 'Id of the request, which is also in the log of the server.',
    }),
    payload: t.computed({
      type: AuditEventDetails,
      description: 'The changes that the operation made.',
      from: ['changes', 'omittedChanges'],
      resolve: ({ changes, omittedChanges }) => ({
        changes: changes as unknown as readonly Change[],
        omittedChanges,
      }),
    }),
    schemaVersion: t.computed({
      type: 'Int',
      description: 'The version of the structure of `payload`.',
      from: [],
      resolve: () => 1,
    }),
    urls: t.computed({
      type: AuditEventUrls,
      description: 'URLs of the event.',
      from: ['id', 'organizationId'],
    }),
  }),
})

const AuditEventAction = builder.objectRef<string>('AuditEventAction').implement({
  description: 'An action that audit events can have.',
  extensions: { rest: { object: 'audit-event-action' } },
  fields: (t) => ({
    name: t.string({
      description: 'Name of the action, as in `action` of an event.',
      resolve: (name) => name,
    }),
    label: t.string({ description: 'Display name of the action.', resolve: sentenceOf }),
  }),
})

const AuditEventExport = builder.objectRef<{ readonly url: string }>('AuditEventExport').implement({
  description: 'A download link for audit events.',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      description: `URL to download the events without a token, as lines of JSON, valid for ${exportLifetimeSeconds / 60} minutes.`,
      resolve: ({ url }) => url,
    }),
  }),
})

const from = 'Returns only events at or after this time.'
const to = 'Returns only events at or before this time.'

extend(Organization, (t) => ({
  auditEvents: t.many(AuditEvent, {
    description: `The audit events of the organization, newest first. Their total number is counted up to ${withCommas(countedEvents)}.`,
    permission: 'organization:administer',
    by: 'organizationId',
    args: {
      from: t.arg({ type: 'DateTime', description: from }),
      to: t.arg({ type: 'DateTime', description: to }),
      action: t.arg.string({ description: 'Returns only events with this action.' }),
      actor: t.arg.id({ description: 'Returns only events of the user with this id.' }),
      target: t.arg.id({ description: 'Returns only events with the object with this id.' }),
    },
    where: (_viewer, { from, to, action, actor, target }) => ({
      occurredAt: { gte: from ?? undefined, lte: to ?? undefined },
      action: action ?? undefined,
      userId: actor ?? undefined,
      targetId: target ?? undefined,
    }),
    order: [],
    direction: 'desc',
    countedTo: countedEvents,
  }),
  auditEventActions: t.computed({
    type: [AuditEventAction],
    description: 'The actions that audit events can have.',
    permission: 'organization:administer',
    from: [],
    resolve: () => auditedActions(),
  }),
}))

builder.queryFields((t) => ({
  auditEvent: single(t, AuditEvent, {
    description: 'An audit event of an organization.',
    permission: 'organization:administer',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
      id: t.arg.id({ required: true, description: 'Id of the event.' }),
    },
    where: ({ organizationId, id }) => ({ id, organizationId }),
    whenMissing: ({ organizationId }, context) => loadAuthorizedOrganization(context, organizationId),
  }),
  auditEventExport: t.field({
    extensions: { [causeExtension]: 'It signs a link after the organization is found.' },
    type: AuditEventExport,
    description:
      'Creates a download link for the audit events of an organization, oldest first, one JSON object on each line.',
    permission: 'organization:administer',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
      from: t.arg({ type: 'DateTime', description: from }),
      to: t.arg({ type: 'DateTime', description: to }),
    },
    resolve: async (_root, { organizationId, ...period }, context) => ({
      url: await createExportLink(context, organizationId, period),
    }),
  }),
}))
