import type { InterfaceRef } from '@pothos/core'
import type { Permission } from '../access/permissions.ts'
import type { Viewer } from '../access/viewer.ts'
import { viewerOf } from '../request/context.ts'
import { builder, type GraphTypes } from './builder.ts'

interface Flag<Granted extends Permission> {
  readonly permission: Granted
  readonly description: string
}

/**
 * Creates the type of a resource's `permissions`, with a boolean per flag. The flags are derived from the table that
 * authorization uses. The permission of a flag is in `extensions.flagOf` of the field, where a test compares it with the
 * permissions that operations enforce.
 */
export function permissionsObject<Resource, Granted extends Permission>(
  name: string,
  flags: Record<string, Flag<Granted>>,
  may: (viewer: Viewer, permission: Granted, resource: Resource) => boolean,
  interfaces: readonly InterfaceRef<GraphTypes, unknown>[] = [],
) {
  return builder.objectRef<Resource>(name).implement({
    description: 'Permissions of the caller on the object.',
    interfaces: [...interfaces],
    fields: (t) =>
      Object.fromEntries(
        Object.entries(flags).map(([flag, { permission, description }]) => [
          flag,
          t.boolean({
            description,
            extensions: { flagOf: permission },
            resolve: (resource, _args, context) => may(viewerOf(context), permission, resource as Resource),
          }),
        ]),
      ),
  })
}
