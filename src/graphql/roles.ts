import { enumType } from './enum-type.ts'

export const RoleEnum = enumType(
  'Role',
  'The role of a member. Each role includes the previous ones. Members without a role are guests.',
  {
    READ: 'Can read content.',
    COMMENT: 'Can read content and comment on it.',
    EDIT: 'Can edit content, directly or in change requests.',
    REVIEW: 'Can review and merge change requests.',
    CREATE: 'Can create, move, publish and delete content.',
    ADMIN: 'Can administer the organization.',
  },
)

export const DefaultLevelEnum = enumType(
  'DefaultLevel',
  'The role of all members of the organization on content. Null is no role.',
  {
    READ: 'Members have the role `READ`.',
    COMMENT: 'Members have the role `COMMENT`.',
    EDIT: 'Members have the role `EDIT`.',
    REVIEW: 'Members have the role `REVIEW`.',
    CREATE: 'Members have the role `CREATE`.',
    ADMIN: 'Members have the role `ADMIN`.',
    INHERIT: 'Inherited from the parent. At the root, members have their organization role.',
  },
)
