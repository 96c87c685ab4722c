import { model } from '../../../graph/declare/model.ts'
import type { ModelFields } from '../../../graph/declare/model-types.ts'
import { User } from '../../users/schema.ts'
import { ConflictKindEnum, ConflictResolutionEnum, ConflictStatusEnum, ContentObjectEnum } from '../enums.ts'
import { readableChangeRequests } from '../policy.ts'
import { ConflictValue, conflictValueOf } from './conflict-value.ts'

/** Returns a field with the value of a conflict on one side. */
const side = (t: ModelFields<'ContentConflict'>, name: 'base' | 'ours' | 'theirs', description: string) =>
  t.computed({
    type: ConflictValue,
    nullable: true,
    description,
    from: ['kind', 'object', name],
    resolve: (conflict) => conflictValueOf(conflict, conflict[name]),
  })

export const ContentConflict = model('ContentConflict', {
  extensions: { rest: { object: false } },
  id: 'Opaque identifier.',
  visible: (viewer) => ({ changeRequest: readableChangeRequests(viewer) }),
  description:
    'A difference between the two sides of a merge: the primary content (ours) and the change request (theirs).',
  fields: (t) => ({
    kind: t.expose('kind', { type: ConflictKindEnum, description: 'The kind of conflict.' }),
    object: t.expose('object', { type: ContentObjectEnum, description: 'The type of the object.' }),
    objectId: t.exposeID('objectId', {
      description: 'Id of the page, file or reusable content, or the name of the variable.',
    }),
    title: t.exposeString('title', { description: 'The title or name of the object.' }),
    field: t.exposeString('field', {
      nullable: true,
      description:
        'The conflicting field: `value` of a variable of the space, `variables.<name>` of a page. For structure, `place` (parent and position) or `deleted`. Null for lines of a body.',
    }),
    base: side(t, 'base', 'The value in the merge base. Null if the object was not there, or had no value.'),
    ours: side(
      t,
      'ours',
      'The value in the primary content. Null if the object was deleted there, for the field `deleted`, or has no value.',
    ),
    theirs: side(
      t,
      'theirs',
      'The value in the change request. Null if the object was deleted there, for the field `deleted`, or has no value.',
    ),
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
    resolvedAt: t.exposeDateTime('resolvedAt', {
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
