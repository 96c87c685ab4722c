import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import {
  type GraphQLArgument,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
} from 'graphql'
import { typeOfOperation } from '../audit/event-types.ts'
import type { AuditedOperation, AuditTarget } from '../audit/operation-record.ts'
import { recordOperation } from '../audit/record-operation.ts'
import { typeOfObjectId } from '../base/object-ids.ts'
import type { Context } from '../request/context.ts'

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      audit: AuditPlugin<Types>
    }
  }
}

/** The object that a mutation is about. */
export interface DeclaredTarget {
  /** Its type, with which changes of rows have it too. */
  readonly type: string
  /** The argument with its id, or the member of the argument `target`. Without one it is the first changed row of the type. */
  readonly id?: string
}

const mutations = new Set<string>()

/** The targets of the mutations that are recorded, by name. */
const declared = new Map<string, DeclaredTarget>()

/** Returns the actions that events can have: all mutations, and those of browser sessions. */
export const auditedActions = (): string[] => [...mutations, 'signIn', 'signInFailed', 'signOut'].sort()

/**
 * Records every mutation in the audit log, in the transaction in which it writes, unless it is not to be there or records
 * itself.
 */
class AuditPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override wrapResolve(
    resolve: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { kind, name, extensions }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (kind !== 'Mutation' || extensions?.isAudited === false) return resolve
    mutations.add(name)
    // Throws for one without a type.
    typeOfOperation(name)
    if (extensions?.recordsItself === true) return resolve
    const target = extensions?.target as DeclaredTarget | undefined
    if (!target) throw new Error(`the mutation ${name} declares no target for the audit log`)
    declared.set(name, target)
    return (root, args, context, info) => {
      return recordOperation(
        context as unknown as Context,
        describeOperation(info.fieldName, target, args),
        (recording) => resolve(root, args, recording as unknown as Types['Context'], info),
      )
    }
  }

  /** Throws for a declared target that is no type of the schema, or whose id is no argument. */
  override afterBuild(schema: GraphQLSchema): GraphQLSchema {
    for (const { name, args } of Object.values(schema.getMutationType()?.getFields() ?? {})) {
      const target = declared.get(name)
      if (!target) continue
      const { type, id } = target
      if (!schema.getType(type)) throw new Error(`the target of the mutation ${name} is no type: ${type}`)
      if (id !== undefined && !namesOf(args).includes(id))
        throw new Error(`the target of the mutation ${name} is no argument: ${id}`)
    }
    return schema
  }
}

/** Returns the names of arguments, and those of the members of an argument `target`. */
const namesOf = (args: readonly GraphQLArgument[]): string[] =>
  args.flatMap(({ name, type }) => {
    const named = getNamedType(type)
    return name === 'target' && isInputObjectType(named) ? Object.keys(named.getFields()) : [name]
  })

/** Finds in the arguments of a mutation the object that it is about. */
function describeOperation(action: string, { type, id }: DeclaredTarget, args: object): AuditedOperation {
  const targets = targetsIn(args)
  const own = id === undefined ? undefined : targets.get(id)
  const others = [...targets].filter(([name]) => name !== 'organizationId').map(([, target]) => target)
  return {
    action,
    type,
    target: own ? shown(own) : null,
    otherTarget: shown(others.at(-1) ?? targets.get('organizationId') ?? null),
    ids: [...targets.values()].map((target) => target.id),
  }
}

/** Returns the objects that the arguments name, and those that the members of a target name. The organization is first. */
function targetsIn(args: object): Map<string, AuditTarget> {
  const { target, organizationId, ...rest } = args as Record<string, unknown>
  const nested = typeof target === 'object' && target !== null ? target : {}
  const targets = new Map<string, AuditTarget>()
  for (const [name, id] of Object.entries({ organizationId, ...nested, ...rest })) {
    const type = typeof id === 'string' ? typeOfObjectId(id) : undefined
    if (type !== undefined) targets.set(name, { type, id: id as string })
  }
  return targets
}

/** Hides a part of an id with which everybody can accept an invitation. */
function shown(target: AuditTarget | null): AuditTarget | null {
  if (target?.type !== 'InviteLink') return target
  return { ...target, id: `${target.id.slice(0, 3)}…${target.id.slice(-4)}` }
}

SchemaBuilder.registerPlugin('audit', AuditPlugin)
