import { authorizeParent, authorizeWithoutParent, columnsOfAuthorization } from '../access/authorize.ts'
import type { RequiredPermission } from '../access/required-permission.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Config } from '../base/config.ts'
import { AppError, invalidInput, notFound } from '../base/errors.ts'
import { stableId } from '../base/object-ids.ts'
import { yieldToEventLoop } from '../base/yield-to-event-loop.ts'
import { boundedCache } from '../caches/bounded-cache.ts'
import { prepareValue } from '../database/driver-members.ts'
import { faultOf } from '../database/faults.ts'
import { conflict } from '../database/reasons.ts'
import '../database/tables.ts'
import type { GraphHost } from '../graph/host.ts'
import { type Context, ownerOf, viewerOf, withPermission } from '../request/context.ts'
import { Cost } from '../request/cost.ts'
import { failing } from '../request/failing-reads.ts'
import { partsOfToken } from '../request/page-token.ts'
import { inSnapshotOf, readingIn } from '../request/snapshot-context.ts'
import type { builder, GraphTypes, ModelTypes } from './builder.ts'
import { refusedInput } from './reasons.ts'

interface TypesOfLectern {
  readonly Builder: typeof builder
  readonly GraphTypes: GraphTypes
  readonly PrismaTypes: ModelTypes
  readonly Context: Context
  readonly Viewer: Viewer
  readonly Config: Config
  readonly Permission: RequiredPermission
}

declare module '../graph/application.ts' {
  interface Application extends TypesOfLectern {}
}

/** Returns whether a statement was not run, because too much else is to be done. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'RATE_LIMITED' || error.code === 'SERVICE_UNAVAILABLE')

const camelCase = (value: string) =>
  value.toLowerCase().replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())

/** The parts of Lectern that the graph library needs, besides the builder. */
export const hostOfGraph: Omit<GraphHost, 'builder' | 'declareNode'> = {
  viewerOf,
  ownerOf,
  permission: {
    extension: 'permission',
    columnsOf: columnsOfAuthorization,
    check: (context, permission, type, parent) =>
      authorizeParent(withPermission(context, permission), type, parent),
    checkWithoutParent: authorizeWithoutParent,
  },
  extensionsOfOrder: (value) => ({ rest: camelCase(value) }),
  errors: {
    notFound,
    invalidInput,
    invalidCursor: (argument) => refusedInput(argument, 'INVALID_CURSOR'),
    concurrentChange: () => conflict('CONCURRENT_CHANGE'),
    faultOf: (error) => {
      const fault = faultOf(error)
      if (fault === 'busy') return 'timeout'
      return fault || isRefusal(error) ? 'other' : null
    },
  },
  reads: { inSnapshot: inSnapshotOf, readingIn, failing, sentValue: prepareValue },
  freshBudget: ({ limits }) => new Cost(limits),
  normalizeId: stableId,
  cursorIn: (sent) => partsOfToken(sent)?.cursor ?? sent,
  yieldToOthers: yieldToEventLoop,
  cache: boundedCache,
}
