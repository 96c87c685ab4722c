import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import type { GraphQLFieldResolver } from 'graphql'
import { permissionOfField } from '../../../src/graph/declare/permission.ts'
import type { ShopContext } from './declarations.ts'
import { ShopError } from './errors.ts'

/** The extensions of a field that only those may read who manage the tenant of its object. */
export const forManagers = { requires: 'manage' }

type Caller = Pick<ShopContext, 'viewer'>

const refuse = (type: string): never => {
  throw new ShopError('NOT_A_MANAGER', `only a manager may read this of the type ${type}`)
}

/** The checks of the permission that fields declare. */
export const permission = {
  extension: 'requires',
  columnsOf: () => ['tenantId'],
  check({ viewer }: Caller, _permission: unknown, type: string, parent: unknown): void {
    if (!viewer.manages.includes((parent as { tenantId: string }).tenantId)) refuse(type)
  },
  checkWithoutParent({ viewer }: Caller, _permission: unknown, type: string): void {
    if (viewer.manages.length === 0) refuse(type)
  },
}

/** Checks permissions before resolvers run. A field that declares one is null where it is refused, and one of Query if it fails. */
class PermissionPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const isNullable = config.kind === 'Query' || permissionOfField(config)
    return isNullable ? { ...config, type: { ...config.type, nullable: true } } : config
  }

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    config: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const required = permissionOfField(config)
    if (!required) return resolve
    const { kind, parentType } = config
    return (parent, args, context, info) => {
      const caller = context as unknown as Caller
      if (kind === 'Query') permission.checkWithoutParent(caller, required, parentType)
      else permission.check(caller, required, parentType, parent)
      return resolve(parent, args, context, info)
    }
  }
}

SchemaBuilder.registerPlugin('shopPermission' as never, PermissionPlugin as never)
