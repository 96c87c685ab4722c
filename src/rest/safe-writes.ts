import type { IncomingMessage } from 'node:http'
import type { GraphQLError, GraphQLSchema } from 'graphql'
import { copyOfMember } from '../access/viewer.ts'
import { invalidInput } from '../base/errors.ts'
import { executeOperation } from '../graphql/execute.ts'
import { entityTagOf, isIfMatchMet } from '../http/entity-tags.ts'
import type { HttpResponse } from '../http/response.ts'
import { keyedRequest } from '../idempotency/keyed-request.ts'
import { type LongRun, longRunOf } from '../idempotency/long-operations.ts'
import { type Attempt, runSafely } from '../idempotency/request-transactions.ts'
import type { Context } from '../request/context.ts'
import { Cost } from '../request/cost.ts'
import { type CompiledRoute, type RouteTable, valueAt } from './compiled-route.ts'
import { Faults } from './faults.ts'
import { formFor } from './later-contract.ts'
import { type SecretOfPages, walkOf } from './list-walk.ts'
import { preconditionFailed } from './reasons.ts'
import { joinBody } from './reply.ts'
import type { Resource } from './resource.ts'
import type { Route } from './route.ts'
import type { Router } from './router.ts'

interface Rest {
  readonly schema: GraphQLSchema
  readonly table: RouteTable
  readonly router: Router<Route | Resource>
  readonly secretOfPages: SecretOfPages
}

interface Exchange {
  readonly request: IncomingMessage
  /** The path below /v1. */
  readonly path: string
}

/** A request to a row that is ready to run. */
interface Prepared {
  readonly variables: Record<string, unknown>
  readonly context: Context
  readonly run: (context: Context) => Promise<HttpResponse>
}

const hasCondition = ({ headers }: IncomingMessage): boolean => headers['if-match'] !== undefined

/** Returns whether a request writes with a condition or a key, for which it runs in one transaction. */
export const needsSafety = (request: IncomingMessage): boolean =>
  request.method !== 'GET' &&
  request.method !== 'HEAD' &&
  (request.headers['idempotency-key'] !== undefined || hasCondition(request))

/** Answers a request that writes with a condition or a key. */
export function answerSafely(
  rest: Rest,
  target: CompiledRoute,
  exchange: Exchange,
  { variables, context, run }: Prepared,
): Promise<HttpResponse> {
  const keyed = keyedRequest(exchange.request, context, () => [target.method, target.path, variables])
  const longRun = longRunOf(rest.schema, target.document)
  const entity = hasCondition(exchange.request) ? conditionOf(rest, exchange, longRun) : undefined
  const { viewer } = context
  // The viewer as before the write, which may delete the organization and end the membership.
  const before = { ...context, viewer: viewer?.kind === 'member' ? copyOfMember(viewer) : viewer }
  return runSafely(context, {
    keyed,
    lock: entity && `entity ${entity.path}`,
    longRun,
    attempt: async (within) => {
      const reply = await run(within)
      const attempt = { reply, isRefused: reply.status >= 400 }
      if (!entity || attempt.isRefused) return attempt
      return checked(rest, entity, exchange, attempt, { before, within })
    },
  })
}

/** The entity of an entity tag: the answer of a GET row, in the form that the client reads. */
interface Entity {
  readonly path: string
  readonly row: Route
  readonly parameters: Record<string, string>
  /** The last segment of the address of an item that has no GET row of its own. */
  readonly item?: string
}

/** Returns the entity of a condition. Throws if none can be compared, so that no condition is ignored. */
function conditionOf(rest: Rest, exchange: Exchange, longRun: LongRun | undefined): Entity {
  if (longRun) throw invalidInput('If-Match', 'cannot be compared by a request that waits for a job')
  const entity = entityAt(rest, exchange)
  if (!entity) throw invalidInput('If-Match', 'has nothing to be compared with: nothing is read at this path')
  return entity
}

/** The methods that succeed only if what they are about is there. */
const changing: ReadonlySet<string> = new Set(['PATCH', 'DELETE'])

/** Returns the entity at a path. Where no row reads it, it is what the nearest path above reads: the list of it. */
function entityAt({ router }: Rest, { path, request }: Exchange): Entity | undefined {
  for (let above = path; above !== ''; above = above.slice(0, above.lastIndexOf('/'))) {
    const match = router.match(above)
    const row = match?.targets.get('GET')
    if (!match || !row || 'reply' in row) continue
    const item = above === path ? {} : { item: decodeURIComponent(path.slice(path.lastIndexOf('/') + 1)) }
    return { path: above, row: formFor(request, row), parameters: match.parameters(row), ...item }
  }
  return undefined
}

/**
 * Compares `If-Match` with the entity as it was before the write. The write has locked what it changes, and nobody sees it
 * yet, so another connection reads what was there, which cannot change until the end.
 */
async function checked(
  rest: Rest,
  entity: Entity,
  { request }: Exchange,
  attempt: Attempt,
  { before, within }: { readonly before: Context; readonly within: Context },
): Promise<Attempt> {
  // What was changed or deleted was there.
  const isSure = request.headers['if-match']?.trim() === '*' && changing.has(request.method ?? '')
  if (!isSure && !isIfMatchMet(request, await tagOf(rest, entity, before)))
    throw preconditionFailed('RESOURCE_CHANGED')
  const { reply } = attempt
  const isOfAnother = entity.item !== undefined || reply.status === 201
  if (request.method === 'DELETE' || isOfAnother) return attempt
  const tag = await tagOf(rest, entity, within)
  return tag === null
    ? attempt
    : { ...attempt, reply: { ...reply, headers: { ...reply.headers, ETag: tag } } }
}

/** Returns the entity tag of what is there, or null if there is nothing, or a page of a list that may not have the item. */
async function tagOf(
  { schema, table, secretOfPages }: Rest,
  entity: Entity,
  context: Context,
): Promise<string | null> {
  const row = table.compile(entity.row)
  const parts = { path: entity.parameters, query: new URLSearchParams(), headers: {}, body: undefined }
  const variables = row.readVariables(parts, new Faults(false))
  const reading = { ...context, ...(context.cost && { cost: new Cost(context.cost.limits) }) }
  const walk = await walkOf(row, variables, context, secretOfPages)
  const { data, errors } = await executeOperation(schema, row.document, variables, reading)
  const [error] = errors ?? []
  if (error && !isAbsence(error)) throw error.originalError ?? error
  const value = error || row.route.respond.kind === 'empty' ? null : valueAt(data, row.route.respond.at)
  if (value === null || value === undefined) return null
  const body = (await joinBody(row.write(value, walk))).toString()
  const hasItem = entity.item === undefined || body.includes(JSON.stringify(entity.item))
  const isWhole = !body.includes('"next":{"page":')
  return hasItem || isWhole ? entityTagOf(body) : null
}

const isAbsence = ({ extensions: { code } }: GraphQLError): boolean =>
  code === 'NOT_FOUND' || code === 'FORBIDDEN'
