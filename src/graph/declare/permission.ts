import type { Permission } from '../application.ts'

/** Returns the permission that a field declares, if any. */
export const permissionOfField = ({
  extensions,
}: {
  readonly extensions?: unknown
}): Permission | undefined => (extensions as { permission?: Permission } | null | undefined)?.permission
