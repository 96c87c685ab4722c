import type { DefaultLevel, Role } from '../generated/prisma/enums.ts'

/** The roles from lowest to highest. Each includes the ones before it. A guest is a member without a role. */
export const roleOrder = [
  'READ',
  'COMMENT',
  'EDIT',
  'REVIEW',
  'CREATE',
  'ADMIN',
] as const satisfies readonly Role[]

const rank: Record<Role, number> = { READ: 1, COMMENT: 2, EDIT: 3, REVIEW: 4, CREATE: 5, ADMIN: 6 }

export const roleAtLeast = (role: Role | null, minimum: Role): boolean =>
  role !== null && rank[role] >= rank[minimum]

export function highestRole(...roles: readonly (Role | null | undefined)[]): Role | null {
  let highest: Role | null = null
  for (const role of roles) if (role && (highest === null || rank[role] > rank[highest])) highest = role
  return highest
}

/** Returns the role that a member with this organization role gets from an effective default level. */
export function inheritedRole(
  effectiveLevel: DefaultLevel | null,
  organizationRole: Role | null,
): Role | null {
  if (organizationRole === null || effectiveLevel === null) return null
  return effectiveLevel === 'INHERIT' ? organizationRole : effectiveLevel
}
