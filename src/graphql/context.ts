import type { Logger } from 'pino'
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
}

/** The viewer of a request that must have one. */
export function viewerOf(context: Context): Viewer {
  if (!context.viewer) throw new AppError('UNAUTHENTICATED')
  return context.viewer
}
