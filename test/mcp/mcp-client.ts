import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import {
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

/** The result of a tool, as the tests read it. */
export interface ToolResult {
  readonly isError: boolean
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent, of whatever shape
  readonly data: any
}

/** The client of the SDK at the address of a server. */
export class McpTestClient {
  readonly client = new Client({ name: 'test', version: '1' })

  static async open(url: string, options: StreamableHTTPClientTransportOptions = {}): Promise<McpTestClient> {
    const opened = new McpTestClient()
    await opened.client.connect(new StreamableHTTPClientTransport(new URL(url), options) as Transport)
    return opened
  }

  static withToken = (url: string, token: string): Promise<McpTestClient> =>
    McpTestClient.open(url, { requestInit: { headers: { Authorization: `Bearer ${token}` } } })

  async call(name: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
    const { isError, content, structuredContent } = await this.client.callTool({ name, arguments: args })
    const [first] = content as { text: string }[]
    return { isError: isError === true, text: first?.text ?? '', data: structuredContent }
  }

  async tools(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name)
  }
}
