import { builder } from '../../../graphql/builder.ts'
import { ConflictKindEnum, ContentObjectEnum } from '../enums.ts'

export const ContentConflict = builder.prismaObject('ContentConflict', {
  description:
    'Something that both sides of a merge changed differently: the primary content (ours) and the change request (theirs).',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Opaque identifier.' }),
    kind: t.expose('kind', { type: ConflictKindEnum, description: 'What could not be combined.' }),
    object: t.expose('object', { type: ContentObjectEnum, description: 'What it is about.' }),
    objectId: t.exposeID('objectId', { description: 'Id of the page, file or reusable content.' }),
    title: t.exposeString('title', { description: 'Its title or name.' }),
    field: t.exposeString('field', {
      nullable: true,
      description: 'The member, or what of the structure: `place` or `deleted`. Null for lines of a body.',
    }),
    base: t.expose('base', {
      type: 'JSON',
      nullable: true,
      description: 'What both sides began with: of a body the lines and the number of the first one.',
    }),
    ours: t.expose('ours', { type: 'JSON', nullable: true, description: 'What the primary content has.' }),
    theirs: t.expose('theirs', { type: 'JSON', nullable: true, description: 'What the change request has.' }),
  }),
})
