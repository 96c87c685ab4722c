import { organizationsWith } from '../../access/authorize.ts'
import { model } from '../../graph/declare/model.ts'
import { User } from '../users/schema.ts'

/** The ids are those that the link in src/docs/api/subscriptions.md compares with what an application shows. */
export const Event = model('Event', {
  description: 'Something that has happened in an organization.',
  id: 'Opaque identifier.',
  visible: (viewer) => ({ organizationId: { in: organizationsWith(viewer, 'organization:administer') } }),
  fields: (t) => ({
    type: t.exposeString('type', { description: 'What has happened, such as `space.moved`.' }),
    occurredAt: t.expose('occurredAt', {
      type: 'DateTime',
      description: 'The date and time at which it has happened.',
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
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    targetType: t.exposeString('targetType', {
      description: 'The type of the object that it is about, such as `Space`.',
    }),
    targetId: t.exposeID('targetId', { description: 'Id of that object.' }),
    personId: t.exposeID('personId', {
      nullable: true,
      description:
        'Id of the user whose membership, team or permission it is about. Null if it is about none.',
    }),
    spaceId: t.exposeID('spaceId', {
      nullable: true,
      description: 'Id of the space in which it has happened. Null if there is none.',
    }),
    siteId: t.exposeID('siteId', {
      nullable: true,
      description: 'Id of the site in which it has happened. Null if there is none.',
    }),
    changeRequestId: t.exposeID('changeRequestId', {
      nullable: true,
      description: 'Id of the change request in which it has happened. Null if there is none.',
    }),
    jobId: t.exposeID('jobId', {
      nullable: true,
      description: 'Id of the job with which it has happened. Null if there is none.',
    }),
  }),
})
