import type { IncomingHttpHeaders } from 'node:http'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { HttpResponse } from '../http/response.ts'

/** A message that a client sends. */
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
