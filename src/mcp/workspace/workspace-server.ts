import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { GraphQLSchema } from 'graphql'
import { version } from '../../base/version.ts'
import type { Context } from '../../request/context.ts'
import { toolAnswer } from '../tool-answers.ts'
import { GraphCalls } from './graph-calls.ts'
import { addReadingTools } from './reading-tools.ts'
import { addWritingTools } from './writing-tools.ts'

/** Runs a tool as the user of the token. */
export type RunTool = (tool: (graph: GraphCalls) => Promise<CallToolResult>) => Promise<CallToolResult>

const instructions =
  'The workspace of Lectern, in which people write documentation. An organization has spaces, and a space has a tree of pages in Markdown. Change content in a change request: open one, write pages in it, and set its status to open when it is ready for review. Live content stays as it is until people merge it.'

/** Returns the MCP server of the workspace for one message of a user. */
export function workspaceServer(schema: GraphQLSchema, context: Context): McpServer {
  const server = new McpServer(
    { name: 'lectern', title: 'Lectern', version, websiteUrl: context.config.baseUrl },
    { instructions, maxToolInputElements: 1000 },
  )
  const graph = new GraphCalls(schema, context)
  const run: RunTool = (tool) => toolAnswer(context, () => tool(graph))
  addReadingTools(server, run)
  addWritingTools(server, run)
  return server
}
