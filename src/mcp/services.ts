import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GraphQLSchema } from 'graphql'
import type { Logger } from 'pino'
import type { SiteServices } from '../modules/published-sites/visits/open-visit.ts'
import type { Context } from '../request/context.ts'

/** The services of the process that MCP servers use. */
export interface McpServices extends SiteServices {
  readonly logger: Logger
  readonly schema: GraphQLSchema
  /** Authenticates a request. Throws UNAUTHENTICATED and RATE_LIMITED. */
  readonly createContext: (exchange: McpExchange, api: 'graphql') => Promise<Context>
}

export interface McpExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly requestId: string
}
