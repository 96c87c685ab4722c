import type { IncomingHttpHeaders } from 'node:http'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  ClientRequestSchema,
  ErrorCode,
  isJSONRPCRequest,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js'
import type { HttpResponse } from '../http/response.ts'

export interface AskedMessage {
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly message: unknown
}

/** The headers of a request that the protocol reads. */
const readHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-session-id'] as const

/**
 * Answers one message with a server of its own: there are no sessions, so that each process may answer each request. The answer
 * is JSON, and no stream, because nothing is sent before it.
 */
export async function answerMessage(
  server: McpServer,
  { url, headers, message }: AskedMessage,
): Promise<HttpResponse> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  // The class declares its handlers as optional in another way than its interface.
  await server.connect(transport as Parameters<McpServer['connect']>[0])
  const handle = transport.onmessage
  transport.onmessage = (received, extra) => {
    const fault = faultOfParameters(received)
    if (fault) void transport.send(fault)
    else handle?.(received, extra)
  }
  try {
    const request = new Request(url, {
      method: 'POST',
      headers: readHeaders.flatMap((name): [string, string][] => {
        const value = headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    })
    const answer = await transport.handleRequest(request, { parsedBody: message })
    const body = Buffer.from(await answer.arrayBuffer())
    return {
      status: answer.status,
      headers: { ...Object.fromEntries(answer.headers), 'cache-control': 'no-store' },
      body: body.length === 0 ? null : body,
    }
  } finally {
    await server.close()
  }
}

/** The schemas of the requests of clients, by their methods. */
const schemasOfRequests = new Map(
  ClientRequestSchema.options.map((schema) => [String(schema.shape.method.value), schema]),
)

/** Returns the error of a request whose parameters are wrong, which the server of the package would take for its own; or null. */
function faultOfParameters(message: JSONRPCMessage): JSONRPCErrorResponse | null {
  if (!isJSONRPCRequest(message)) return null
  const faults = schemasOfRequests.get(message.method)?.safeParse(message).error?.issues
  if (!faults) return null
  const text = faults.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  const error = {
    code: ErrorCode.InvalidParams,
    message: `Invalid parameters of ${message.method}: ${text}.`,
  }
  return { jsonrpc: '2.0', id: message.id, error }
}
