import type { IncomingMessage } from 'node:http'
import { limitOwner } from '../../access/limit-owner.ts'
import { AppError } from '../../base/errors.ts'
import { requestLogger } from '../../base/logger.ts'
import { type HttpResponse, sendResponse } from '../../http/response.ts'
import { oauthScopes, usualScopes } from '../../modules/oauth/limits.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { answerMessage } from '../protocol.ts'
import type { McpExchange, McpServices } from '../services.ts'
import { answerOrRefusal, answerWithoutMessage, readMessage, tokenRequired } from '../transport.ts'
import { workspaceServer } from './workspace-server.ts'

/** Answers a client of the MCP server of the workspace, at `/mcp`. */
export async function answerInWorkspace(services: McpServices, exchange: McpExchange): Promise<void> {
  const { request, response, requestId } = exchange
  const asked = { requestId, logger: requestLogger(services.logger, requestId) }
  sendResponse(request, response, await answerOrRefusal(asked, () => answerOf(services, exchange)))
}

async function answerOf(services: McpServices, exchange: McpExchange): Promise<HttpResponse> {
  const { request, response } = exchange
  const { config, schema } = services
  const unasked = answerWithoutMessage(request, response, config, new URL(config.baseUrl).origin)
  if (unasked) return unasked
  const context = await contextOf(services, exchange)
  if (!context) {
    const metadataUrl = `${config.baseUrl}/.well-known/oauth-protected-resource/mcp`
    const hasToken = request.headers.authorization !== undefined
    return tokenRequired({ metadataUrl, scope: askedScope(request), hasToken })
  }
  const read = await readMessage(request, config.maxBodyBytes, limitOwner(memberOf(context)))
  if ('status' in read) return read
  const url = new URL('/mcp', config.baseUrl)
  return answerMessage(workspaceServer(schema, context), {
    url,
    headers: request.headers,
    message: read.message,
  })
}

/**
 * Returns the scope that a client has to ask the user for. Clients ask for what they are told here, so that the address has to say
 * if it shall be more than the usual one.
 */
function askedScope({ url = '' }: IncomingMessage): string {
  const asked = new URLSearchParams(url.split('?')[1]).get('scope')
  return (asked === 'content:write' ? oauthScopes : usualScopes).join(' ')
}

/** Authenticates the token of a request: its cookies do not count. Returns null without a token that is active. */
async function contextOf(services: McpServices, exchange: McpExchange): Promise<Context | null> {
  if (exchange.request.headers.authorization === undefined) return null
  try {
    return await services.createContext(exchange, 'graphql')
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return null
    throw error
  }
}
