import { contextCacheSymbol } from '@pothos/core'
import type { Logger } from 'pino'
import { destinationPermission, type RequiredPermission } from '../access/required-permission.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/client.ts'
import { AppError } from '../errors.ts'

/** What one request knows. Made once per request, by whichever door the request came in. */
export interface Context {
  readonly requestId: string
  readonly logger: Logger
  readonly config: Config
  readonly database: Database
  /** Where the request came in. Limits on what a query may ask for apply to documents written by clients only. */
  readonly door: 'graphql' | 'rest'
  /** Null for a request without a token. */
  readonly viewer: Viewer | null
  /** The permission declared by the field that is being resolved, or stated by a command. */
  readonly permission?: RequiredPermission
  /** The context of the request, in contexts derived from it. Pothos keys its caches by it, too. */
  readonly [contextCacheSymbol]?: Context
}

/** Returns the context for an operation that requires the permission. */
export const withPermission = (context: Context, permission: RequiredPermission): Context => ({
  ...context,
  [contextCacheSymbol]: context[contextCacheSymbol] ?? context,
  permission,
})

/** Returns the context for the parent that content is created in, moved to or transferred to. */
export const atDestination = (context: Context): Context =>
  context.permission === undefined
    ? context
    : withPermission(context, destinationPermission(context.permission))

/** Returns a function that creates its value once per request, for all contexts derived from that request's. */
export function perRequest<Value extends object>(
  create: (context: Context) => Value,
): (context: Context) => Value {
  const values = new WeakMap<Context, Value>()
  return (context) => {
    const request = context[contextCacheSymbol] ?? context
    const value = values.get(request) ?? create(request)
    values.set(request, value)
    return value
  }
}

/** The viewer of a request that must have one. */
export function viewerOf(context: Context): Viewer {
  if (!context.viewer) throw new AppError('UNAUTHENTICATED')
  return context.viewer
}
