import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ListResourcesRequestSchema, ReadResourceRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { version } from '../../base/version.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import { siteTitle } from '../../sites/render/page-head.ts'
import { searchSite } from '../../sites/resources/search.ts'
import { readScope } from '../../sites/resources/search-scope.ts'
import { cursor, limitOf, readsOnly } from '../arguments.ts'
import { mcpLimits } from '../limits.ts'
import { pieceOf } from '../pieces.ts'
import {
  type AskedBy,
  dataAnswer,
  resourceAnswer,
  ToolError,
  textAnswer,
  toolAnswer,
} from '../tool-answers.ts'
import { pageOfAddress } from './site-addresses.ts'
import { listSitePages, readSitePage } from './site-pages.ts'

const { found, listed, pageCharacters, queryLength, addressLength } = mcpLimits

/** The request of a call, and how it reads content. */
export interface SiteCall extends AskedBy {
  /** Runs work on the content of the site, within its limit. */
  readonly runSiteWork: <Result>(work: () => Promise<Result>) => Promise<Result>
}

/** Returns the MCP server of a site for one message of an admitted visitor. */
export function siteServer(visit: Visit, call: SiteCall): McpServer {
  const title = siteTitle(visit)
  const server = new McpServer(
    { name: 'lectern-site', title, version, websiteUrl: visit.address },
    {
      instructions: `The documentation “${title}” at ${visit.address}, as its readers see it. Search it, then read the pages that were found.`,
      maxToolInputElements: 100,
    },
  )
  const answer = (run: Parameters<typeof toolAnswer>[1]) => toolAnswer(call, () => call.runSiteWork(run))
  server.registerTool(
    'search',
    {
      title: `Search ${title}`,
      description: `Searches the pages of “${title}”. Returns titles, addresses and excerpts of the best pages, at most ${found.maximum} at once; read a page with get_page. All words must occur; "…" matches a phrase, and - excludes a word. Use few words.`,
      inputSchema: {
        query: z.string().min(1).max(queryLength).describe('The words to search for.'),
        limit: limitOf(found, 'pages'),
        cursor,
      },
      annotations: readsOnly,
    },
    (args) => answer(async () => dataAnswer(await searchPages(visit, args))),
  )
  server.registerTool(
    'list_pages',
    {
      title: `List the pages of ${title}`,
      description: `Lists the pages of “${title}” in reading order, with titles, descriptions and addresses, at most ${listed.maximum} at once. Pages that their authors keep out of lists are missing, but can be read by their address.`,
      inputSchema: { limit: limitOf(listed, 'pages'), cursor },
      annotations: readsOnly,
    },
    (args) => answer(async () => dataAnswer({ ...(await listSitePages(visit, args.cursor, args.limit)) })),
  )
  server.registerTool(
    'get_page',
    {
      title: `Read a page of ${title}`,
      description: `Returns a page of “${title}” as Markdown, at most ${pageCharacters} characters of it at once; the rest with an offset.`,
      inputSchema: {
        page: z
          .string()
          .max(addressLength)
          .describe('The address of the page, or its path on the site. Empty for the first page.'),
        offset: z.number().int().min(0).default(0).describe('The number of characters to leave out.'),
      },
      annotations: readsOnly,
    },
    ({ page, offset }) =>
      answer(async () =>
        textAnswer(
          pieceOf(
            await markdownAt(visit, page),
            offset,
            (next) => `Call get_page again with the offset ${next} for the rest.`,
          ),
        ),
      ),
  )
  addResources(server, visit, call)
  return server
}

interface Search {
  readonly query: string
  readonly limit: number
  readonly cursor?: string | undefined
}

async function searchPages(visit: Visit, { query, limit: most, cursor: after }: Search) {
  const start = after === undefined ? 0 : Number(after)
  if (!Number.isSafeInteger(start) || start < 0)
    throw new ToolError('The cursor is not one of this search. Begin without a cursor.')
  const all = await searchSite(visit, query, { ...readScope(visit), isCurrentOnly: false })
  const results = all.slice(start, start + most).map((page) => {
    const url = visit.address + page.path
    return {
      title: page.title,
      url,
      space: page.space,
      excerpts: page.sections.map((section) => ({
        title: section.title,
        url: url + section.url.slice(page.url.length),
        text: section.body,
      })),
    }
  })
  const end = start + results.length
  return { results, total: all.length, ...(end < all.length && { nextCursor: `${end}` }) }
}

async function markdownAt(visit: Visit, address: string): Promise<string> {
  const at = await pageOfAddress(visit, address)
  if (!at)
    throw new ToolError(
      'There is no page at this address that you may read. Find pages with search or list_pages.',
    )
  if ('location' in at) throw new ToolError(`This leads to another place: ${at.location}`)
  return readSitePage(visit, at)
}

/** Adds the pages as resources, whose addresses are those of their Markdown. */
function addResources(server: McpServer, visit: Visit, call: SiteCall): void {
  const answer = <Result>(run: () => Promise<Result>) => resourceAnswer(call, () => call.runSiteWork(run))
  const markdown = { mimeType: 'text/markdown' } as const
  server.registerResource(
    'page',
    new ResourceTemplate(`${visit.address}/{+path}.md`, { list: undefined }),
    { title: 'Page', description: 'A page of the site as Markdown.', ...markdown },
    () => ({ contents: [] }),
  )
  server.server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
    answer(async () => {
      const { pages, nextCursor } = await listSitePages(visit, params?.cursor, listed.maximum)
      return {
        resources: pages.map(({ title, description, url }) => ({
          uri: `${url}.md`,
          name: title,
          ...(description !== undefined && { description }),
          ...markdown,
        })),
        ...(nextCursor !== undefined && { nextCursor }),
      }
    }),
  )
  server.server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) =>
    answer(async () => {
      const text = pieceOf(
        await markdownAt(visit, uri),
        0,
        (next) => `Call the tool get_page with this address and the offset ${next} for the rest.`,
      )
      return { contents: [{ uri, text, ...markdown }] }
    }),
  )
}
