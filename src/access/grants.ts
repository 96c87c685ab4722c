import type { DefaultLevel, Role } from '../generated/prisma/enums.ts'
import { forbidden } from './reasons.ts'
import { roleAtLeast, roleOrder } from './roles.ts'

/**
 * Throws FORBIDDEN if a user with the role `held` on a resource may not give or take the role `given` on it: users may
 * not give a role above their own, to others or themselves, or change the role of users with a higher one.
 */
export function assertMayGrant(held: Role | null, given: Role | null): void {
  if (given !== null && !roleAtLeast(held, given)) throw roleAboveOwn(held)
}

/** Creates the error for a role that exceeds the one that the caller holds. */
export const roleAboveOwn = (held: Role | null) =>
  forbidden('ROLE_ABOVE_OWN', { held: held === null ? 'no role' : `the role ${held.toLowerCase()}` })

/** Throws FORBIDDEN if a user with the role `held` on content may not change its effective level: from or to a higher role. */
export function assertMayChangeLevel(
  held: Role | null,
  before: DefaultLevel | null,
  after: DefaultLevel | null,
): void {
  if (before === after) return
  assertMayGrantLevel(held, before)
  assertMayGrantLevel(held, after)
}

/** Throws FORBIDDEN if an effective level gives a role above `held`, the role of the user. */
export const assertMayGrantLevel = (held: Role | null, level: DefaultLevel | null): void =>
  assertMayGrant(held, highestRoleOfLevel(level))

/** Returns the highest role that an effective level gives to anyone but admins of the organization, who need none. */
const highestRoleOfLevel = (level: DefaultLevel | null): Role | null =>
  level === 'INHERIT' ? 'CREATE' : level

export const lowerRole = (one: Role, other: Role): Role => (roleAtLeast(one, other) ? other : one)

/** Returns the roles that a user with the role `held` may give and take. */
export const grantableRoles = (held: Role | null): Role[] =>
  roleOrder.filter((role) => roleAtLeast(held, role))
