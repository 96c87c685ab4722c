import { builder } from './builder.ts'

export const RoleEnum = builder.enumType('Role', {
  description:
    'What a member may do. Each role contains the ones before it; a member without a role is a guest.',
  values: {
    READ: { description: 'Read content.' },
    COMMENT: { description: 'Read content and take part in its discussions.' },
    EDIT: { description: 'Edit content live or through change requests.' },
    REVIEW: { description: 'Review and merge change requests.' },
    CREATE: { description: 'Create, move, publish and delete content.' },
    ADMIN: { description: 'Administer the organization.' },
  } as const,
})

export const DefaultLevelEnum = builder.enumType('DefaultLevel', {
  description: 'The role every member of the organization has on a piece of content. None at all is null.',
  values: {
    READ: { description: 'Members may read.' },
    COMMENT: { description: 'Members may comment.' },
    EDIT: { description: 'Members may edit.' },
    REVIEW: { description: 'Members may review.' },
    CREATE: { description: 'Members may create.' },
    ADMIN: { description: 'Members may administer.' },
    INHERIT: { description: 'As the parent says; at the top, the organization role of each member.' },
  } as const,
})
