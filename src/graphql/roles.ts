import { builder } from './builder.ts'

export const RoleEnum = builder.enumType('Role', {
  description:
    'The role of a member. Each role includes the previous ones. Members without a role are guests.',
  values: {
    READ: { description: 'Can read content.' },
    COMMENT: { description: 'Can read content and comment on it.' },
    EDIT: { description: 'Can edit content, directly or in change requests.' },
    REVIEW: { description: 'Can review and merge change requests.' },
    CREATE: { description: 'Can create, move, publish and delete content.' },
    ADMIN: { description: 'Can administer the organization.' },
  } as const,
})

export const DefaultLevelEnum = builder.enumType('DefaultLevel', {
  description: 'The role of all members of the organization on content. Null is no role.',
  values: {
    READ: { description: 'Members have the role `READ`.' },
    COMMENT: { description: 'Members have the role `COMMENT`.' },
    EDIT: { description: 'Members have the role `EDIT`.' },
    REVIEW: { description: 'Members have the role `REVIEW`.' },
    CREATE: { description: 'Members have the role `CREATE`.' },
    ADMIN: { description: 'Members have the role `ADMIN`.' },
    INHERIT: { description: 'Inherited from the parent. At the root, members have their organization role.' },
  } as const,
})
