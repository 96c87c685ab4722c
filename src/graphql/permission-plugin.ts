import SchemaBuilder, {
  BasePlugin,
  type FieldNullability,
  type InputFieldMap,
  type PothosOutputFieldConfig,
  type SchemaTypes,
  type TypeParam,
} from '@pothos/core'
import { type GraphQLField, type GraphQLFieldResolver, isNonNullType } from 'graphql'
import { assertMayAsk, assertToken, authorizeParent, isAuthorizedParent } from '../access/authorize.ts'
import {
  describePermission,
  permissionChoices,
  type RequiredPermission,
} from '../access/required-permission.ts'
import { permissionOfField } from '../graph/declare/permission.ts'
import { type Context, withPermission } from '../request/context.ts'

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      permission: PermissionPlugin<Types>
    }

    export interface FieldOptions<
      Types extends SchemaTypes = SchemaTypes,
      ParentShape = unknown,
      Type extends TypeParam<Types> = TypeParam<Types>,
      Nullable extends FieldNullability<Type> = FieldNullability<Type>,
      Args extends InputFieldMap = InputFieldMap,
      ResolveShape = unknown,
      ResolveReturnShape = unknown,
    > {
      /** The permission that is required to call the field. Fields of Query, Mutation and Subscription must declare it. */
      permission?: RequiredPermission
    }
  }
}

/** Returns whether a field always has a value when it succeeds: its type is not null, or null only together with an error. */
export const hasValueUnlessFailed = ({ type, extensions }: GraphQLField<unknown, unknown>): boolean =>
  isNonNullType(type) || extensions.nullOnlyIfFailed === true

/** Returns the description of a field without the sentences about its permission. */
export function descriptionWithoutPermission(field: {
  readonly description?: string | null
  readonly extensions?: unknown
}): string {
  const permission = permissionOfField(field)
  const sentence = permission === undefined ? '' : describePermission(permission)
  return descriptionInRest(field).replace(sentence, '').trimEnd()
}

/** Ends the description of a field that has a value whenever it succeeds. */
const nullSentence = 'Null only with an error.'

/** Returns the description of a field for REST, which sends the error in place of the whole response. */
export const descriptionInRest = ({ description }: { readonly description?: string | null }): string =>
  (description ?? '').replace(nullSentence, '').trimEnd()

/**
 * Enforces and describes the `permission` of fields. Every field that declares one is nullable in the graph, whatever
 * its module says of the resolver: a failure leaves the rest of the answer. Permissions of fields on objects are checked
 * before the resolver runs. Resolvers of Query and Mutation get a context with the permission, from which `authorizeSpace` and the similar
 * functions read it once the object is loaded.
 */
class PermissionPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const { permission } = config.pothosOptions
    if (permission === undefined) {
      if (isRoot(config)) throw new Error(`${nameOf(config)} must declare the permission that it requires.`)
      return config
    }
    if (!isRoot(config) && permissionChoices(permission).length > 0 && !isAuthorizedParent(config.parentType))
      throw new Error(
        `${nameOf(config)} declares a permission, which cannot be checked on ${config.parentType}.`,
      )
    const nullOnlyIfFailed = !config.type.nullable
    const sentences = [config.description, describePermission(permission), nullOnlyIfFailed && nullSentence]
    return {
      ...config,
      type: { ...config.type, nullable: true },
      description: sentences.filter(Boolean).join(' '),
      extensions: { ...config.extensions, permission, nullOnlyIfFailed },
    }
  }

  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    config: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const permission = permissionOfField(config)
    if (permission === undefined) return resolve
    const assertAllowed = assertionFor(config, permission)
    return (parent, args, context, info) => {
      const derived = withPermission(context as unknown as Context, permission)
      assertAllowed(derived, parent)
      return resolve(parent, args, derived as unknown as Types['Context'], info)
    }
  }
}

const rootKinds: readonly string[] = ['Query', 'Mutation', 'Subscription']

const isRoot = ({ kind }: { readonly kind: string }) => rootKinds.includes(kind)

const nameOf = ({ parentType, name }: { readonly parentType: string; readonly name: string }) =>
  `${parentType}.${name}`

/** Returns the assertion to run before a field is resolved. */
function assertionFor(
  config: { readonly kind: string; readonly parentType: string },
  permission: RequiredPermission,
): (context: Context, parent: unknown) => void {
  if (config.kind === 'Mutation')
    return (context) => {
      if (permission !== 'public') assertToken(context, 'write')
    }
  if (isRoot(config))
    return (context) => {
      if (permission !== 'public') assertToken(context, 'read')
      assertMayAsk(context, permission)
    }
  if (permission === 'public') return () => {}
  if (permission === 'authenticated') return (context) => assertToken(context, 'read')
  return (context, parent) => authorizeParent(context, config.parentType, parent)
}

SchemaBuilder.registerPlugin('permission', PermissionPlugin)
