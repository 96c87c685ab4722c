import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import type { GraphQLFieldResolver } from 'graphql'
import type { AuditedOperation, AuditTarget } from '../audit/operation-record.ts'
import { typeOfObjectId } from '../base/object-ids.ts'
import type { Context } from '../request/context.ts'
import { recordOperation } from './record-operation.ts'

declare global {
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      audit: AuditPlugin<Types>
    }
  }
}

const mutations = new Set<string>()

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
    if (extensions?.recordsItself === true) return resolve
    const noun = nounOf(String(extensions?.subject))
    return (root, args, context, info) => {
      return recordOperation(
        context as unknown as Context,
        describeOperation(info.fieldName, noun, args),
        (recording) => resolve(root, args, recording as unknown as Types['Context'], info),
      )
    }
  }
}

/** Finds in the arguments of a mutation which object it is about, by the noun of its payload. */
function describeOperation(action: string, noun: string, args: object): AuditedOperation {
  const targets = targetsIn(args)
  const own = targets.get(`${noun}Id`)
  const others = [...targets].filter(([name]) => name !== 'organizationId').map(([, target]) => target)
  return {
    action,
    type: typeName(noun),
    target: own ? shown(own) : null,
    otherTarget: shown(others.at(-1) ?? targets.get('organizationId') ?? null),
    ids: [...targets.values()].map(({ id }) => id),
  }
}

/** Returns the noun of a field of a payload: `space` of `space` and of `deletedSpaceId`. */
function nounOf(field: string): string {
  const id = /^[a-z]+([A-Z]\w*)Id$/.exec(field)?.[1]
  return id === undefined ? field : id.charAt(0).toLowerCase() + id.slice(1)
}

const typeName = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1)

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
