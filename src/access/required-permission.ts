import { eitherOf } from '../base/english.ts'
import type { Permission } from './permissions.ts'

/**
 * The permission that an operation requires. It is enforced and described from this value.
 *
 * - `public`: none, and no token.
 * - `authenticated`: a valid token.
 * - a permission: on the resource of the operation.
 * - several permissions: the one for the kind of the resource.
 * - `author` or `self` with `others`: another permission for the author of the resource, or for the user themselves. With
 *   `othersFor`, others need theirs only to change this field of the input.
 * - `destination`: for moves and transfers, the permission at the destination besides that on the moved resource.
 */
export type RequiredPermission =
  | 'public'
  | 'authenticated'
  | Permission
  | readonly Permission[]
  | { readonly author: Permission; readonly others: Permission; readonly othersFor?: string }
  | { readonly self: Permission; readonly others: Permission }
  | MovePermission

interface MovePermission {
  readonly permission: Permission
  readonly destination: Permission | readonly Permission[]
}

/** Returns the permissions of which an operation checks one. `own` selects those for the author or the user themselves. */
export function permissionChoices(required: RequiredPermission, own = false): readonly Permission[] {
  if (required === 'public' || required === 'authenticated') return []
  if (typeof required === 'string') return [required]
  if ('author' in required) return [own ? required.author : required.others]
  if ('self' in required) return [own ? required.self : required.others]
  return 'destination' in required ? [required.permission] : required
}

export const destinationPermission = (required: RequiredPermission): RequiredPermission =>
  typeof required === 'object' && 'destination' in required ? required.destination : required

/** Describes the required permission in a sentence for the reference. */
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
  if ('author' in required && required.othersFor)
    return `${code(required.author)}, and ${code(required.others)} to change ${code(required.othersFor)} unless the caller is the author`
  if ('author' in required)
    return `${code(required.others)}, or ${code(required.author)} if the caller is the author`
  if ('self' in required)
    return `${code(required.others)}, or ${code(required.self)} if the user is the caller`
  if ('destination' in required)
    return `${code(required.permission)}, and ${anyOf([required.destination].flat())} at the destination`
  return `${anyOf(required)}, depending on the resource`
}

const code = (name: string) => `\`${name}\``

const anyOf = (permissions: readonly Permission[]) => eitherOf(permissions.map(code))
