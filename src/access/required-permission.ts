import type { Permission } from './permissions.ts'

/**
 * Who may call an operation: the one value from which it is enforced and described.
 *
 * - `public`: everybody, without a token.
 * - `authenticated`: every caller with a token that works.
 * - a permission: on the resource that the operation is about.
 * - several permissions, on different kinds of resources: the one on the resource that the operation is about.
 * - `author` or `self` with `others`: less for the author of what is changed, or for the user it is about.
 * - `destination`: what a move or a transfer needs where it leads, besides `permission` on what it moves.
 */
export type RequiredPermission =
  | 'public'
  | 'authenticated'
  | Permission
  | readonly Permission[]
  | { readonly author: Permission; readonly others: Permission }
  | { readonly self: Permission; readonly others: Permission }
  | MovePermission

interface MovePermission {
  readonly permission: Permission
  readonly destination: Permission | readonly Permission[]
}

/** The permissions of which an operation checks one, given whether it is the caller's own that it changes. */
export function permissionChoices(required: RequiredPermission, own = false): readonly Permission[] {
  if (required === 'public' || required === 'authenticated') return []
  if (typeof required === 'string') return [required]
  if ('author' in required) return [own ? required.author : required.others]
  if ('self' in required) return [own ? required.self : required.others]
  return 'destination' in required ? [required.permission] : required
}

/** What an operation needs on the parent that its result goes into. */
export const destinationPermission = (required: RequiredPermission): RequiredPermission =>
  typeof required === 'object' && 'destination' in required ? required.destination : required

/** Describes in one sentence what an operation needs, for the reference. */
export function describePermission(required: RequiredPermission): string {
  if (required === 'public') return 'Requires no token.'
  if (required === 'authenticated') return 'Requires an API token.'
  return `Requires the permission ${permissionConditions(required)}.`
}

/** Returns the permissions in Markdown, with the condition of each. */
export function permissionConditions(
  required: Exclude<RequiredPermission, 'public' | 'authenticated'>,
): string {
  if (typeof required === 'string') return code(required)
  if ('author' in required)
    return `${code(required.others)}, or ${code(required.author)} if the caller is the author`
  if ('self' in required)
    return `${code(required.others)}, or ${code(required.self)} if the user is the caller`
  if ('destination' in required)
    return `${code(required.permission)}, and ${anyOf([required.destination].flat())} at the destination`
  return `${anyOf(required)}, depending on the resource`
}

const code = (permission: Permission) => `\`${permission}\``

const anyOf = (permissions: readonly Permission[]) =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(permissions.map(code))
