import { model } from '../../../graphql/model.ts'
import { User } from '../../users/schema.ts'
import { ConflictKindEnum, ConflictResolutionEnum, ConflictStatusEnum, ContentObjectEnum } from '../enums.ts'
import { readableChangeRequests } from '../policy.ts'

export const ContentConflict = model('ContentConflict', {
  extensions: { rest: { object: false } },
  id: 'Opaque identifier.',
  visible: (viewer) => ({ changeRequest: readableChangeRequests(viewer) }),
  description:
    'A difference between the two sides of a merge: the primary content (ours) and the change request (theirs).',
  fields: (t) => ({
    kind: t.expose('kind', { type: ConflictKindEnum, description: 'The kind of conflict.' }),
    object: t.expose('object', { type: ContentObjectEnum, description: 'The type of the object.' }),
    objectId: t.exposeID('objectId', { description: 'Id of the page, file or reusable content.' }),
    title: t.exposeString('title', { description: 'The title or name of the object.' }),
    field: t.exposeString('field', {
      nullable: true,
      description:
        'The conflicting field. For structure, `place` (parent and position) or `deleted`. Null for lines of a body.',
    }),
    base: t.expose('base', {
      type: 'JSON',
      nullable: true,
      description:
        'The value in the merge base, in a form that depends on the field: a text, a Boolean, an object with the fields of the cover, layout or target in REST, or a place with the id of the parent. For a body, the lines and the number of the first one. Null if there was none.',
    }),
    ours: t.expose('ours', {
      type: 'JSON',
      nullable: true,
      description: 'The value in the primary content, in the form of `base`. Null if there is none.',
    }),
    theirs: t.expose('theirs', {
      type: 'JSON',
      nullable: true,
      description: 'The value in the change request, in the form of `base`. Null if there is none.',
    }),
    status: t.expose('status', {
      type: ConflictStatusEnum,
      description: 'Whether the conflict is open or resolved.',
    }),
    resolution: t.expose('resolution', {
      type: ConflictResolutionEnum,
      nullable: true,
      description: 'The version or text that resolved the conflict. Null while it is open.',
    }),
    text: t.exposeString('text', {
      nullable: true,
      description: 'The new text. Null unless the resolution is `TEXT`.',
    }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The date and time at which it was resolved. Null while it is open.',
    }),
    resolvedBy: t.one(User, {
      key: 'resolvedById',
      nullable: true,
      description: 'The user who resolved it. Null while it is open.',
    }),
  }),
})
