import type { Permission } from '../application.ts'
import { graphHost } from '../host.ts'

export const permissionOfField = ({
  extensions,
}: {
  readonly extensions?: unknown
}): Permission | undefined =>
  (extensions as Record<string, Permission | undefined> | null | undefined)?.[
    graphHost().permission.extension
  ]
