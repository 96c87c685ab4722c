import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { cursor, readsOnly } from '../arguments.ts'
import { mcpLimits } from '../limits.ts'
import { pieceOf } from '../pieces.ts'
import { dataAnswer, textAnswer } from '../tool-answers.ts'
import { type Connection, contentOf, id, limit, nextOf, organization, space, windowOf } from './arguments.ts'
import {
  changeRequestsOfOrganization,
  commentsOfChangeRequest,
  commentsOfSpace,
  pageOf,
  pagesBelow,
  pagesOfChangeRequest,
  pagesOfSpace,
  searchOfOrganization,
  searchOfSpace,
  spacesOfOrganization,
} from './operations.ts'
import type { RunTool } from './workspace-server.ts'

const { queryLength, addressLength, pageCharacters, listed, workspaceFound } = mcpLimits

export function addReadingTools(server: McpServer, run: RunTool): void {
  addSpaces(server, run)
  addSearch(server, run)
  addPages(server, run)
  addChangeRequests(server, run)
}

function addSpaces(server: McpServer, run: RunTool): void {
  server.registerTool(
    'list_spaces',
    {
      title: 'List spaces',
      description: `Lists the spaces of an organization that the user may see, at most ${listed.maximum} at once. A space is a tree of pages.`,
      inputSchema: {
        organization,
        title: z
          .string()
          .max(queryLength)
          .optional()
          .describe('Returns only spaces whose title contains this text.'),
        limit,
        cursor,
      },
      annotations: readsOnly,
    },
    ({ title, ...args }) =>
      run(async (graph) => {
        const { organization: found } = await graph.run<{
          organization: { spaces: Connection<object> }
        }>(spacesOfOrganization, {
          organization: await graph.organization(args.organization),
          search: title ?? null,
          ...windowOf(args),
        })
        return dataAnswer({ spaces: found.spaces.nodes, ...nextOf(found.spaces) })
      }),
  )
}

interface FoundPage {
  readonly pageId: string
  readonly title: string
  readonly path: string
  readonly urls: { readonly app: string }
  readonly sections: readonly { readonly title: string; readonly body: string }[]
}

const foundPage = ({ pageId, title, path, urls, sections }: FoundPage) => ({
  page: pageId,
  title,
  path,
  url: urls.app,
  excerpts: sections
    .slice(0, workspaceFound.excerpts)
    .map((section) => ({ title: section.title, text: section.body })),
})

function addSearch(server: McpServer, run: RunTool): void {
  const { spaces, pages, pagesOfSpace: inOne } = workspaceFound
  server.registerTool(
    'search',
    {
      title: 'Search pages',
      description: `Searches the live pages that the user may read: in an organization the ${pages} best pages of ${spaces} spaces at once, or in one space ${inOne} pages at once, with excerpts. All words must occur; "…" matches a phrase, and - excludes a word. Read a page with get_page.`,
      inputSchema: {
        query: z.string().min(1).max(queryLength).describe('The words to search for.'),
        organization,
        space: space.optional().describe('The id of a space, to search only there.'),
        cursor,
      },
      annotations: readsOnly,
    },
    ({ query, space: spaceId, organization: given, cursor: after }) =>
      run(async (graph) => {
        if (spaceId !== undefined) {
          const found = await graph.run<{ space: { title: string }; searchSpace: Connection<FoundPage> }>(
            searchOfSpace,
            {
              space: spaceId,
              search: query,
              ...windowOf({ limit: inOne, cursor: after }),
            },
          )
          const of = {
            space: spaceId,
            title: found.space.title,
            pages: found.searchSpace.nodes.map(foundPage),
          }
          return dataAnswer({ spaces: [of], ...nextOf(found.searchSpace) })
        }
        const { searchOrganization: found } = await graph.run<{
          searchOrganization: Connection<{ spaceId: string; title: string; pages: FoundPage[] }>
        }>(searchOfOrganization, {
          organization: await graph.organization(given),
          search: query,
          ...windowOf({ limit: spaces, cursor: after }),
        })
        const results = found.nodes.map((each) => ({
          space: each.spaceId,
          title: each.title,
          pages: each.pages.slice(0, pages).map(foundPage),
        }))
        return dataAnswer({ spaces: results, ...nextOf(found) })
      }),
  )
}

interface TreePage {
  readonly pageId: string
  readonly title: string
  readonly type: string
  readonly description: string | null
  readonly subpageCount: number
  readonly path?: string
}

const treePage = ({ pageId, title, type, description, subpageCount, path }: TreePage) => ({
  page: pageId,
  title,
  type: type.toLowerCase(),
  ...(path !== undefined && { path }),
  ...(description !== null && { description }),
  subpages: subpageCount,
})

interface ReadPage extends Omit<TreePage, 'subpageCount'> {
  readonly markdown?: string
  readonly urls?: { readonly app: string }
}

function addPages(server: McpServer, run: RunTool): void {
  server.registerTool(
    'list_pages',
    {
      title: 'Read the tree of a space',
      description: `Lists the pages of a space at one level of its tree, in order, with the number of their subpages: those at the root, or those below a page. At most ${listed.maximum} at once.`,
      inputSchema: {
        space,
        changeRequest: contentOf,
        parent: id('The id of a page, for the pages below it.').optional(),
        limit,
        cursor,
      },
      annotations: readsOnly,
    },
    ({ space: spaceId, changeRequest, parent, ...args }) =>
      run(async (graph) => {
        const variables = { space: spaceId, changeRequest: changeRequest ?? null, ...windowOf(args) }
        const read = async () => {
          if (parent !== undefined) {
            const { page } = await graph.run<{ page: { children: Connection<TreePage> } }>(pagesBelow, {
              ...variables,
              page: parent,
            })
            return page.children
          }
          if (changeRequest !== undefined) {
            const found = await graph.run<{
              changeRequest: { revision: { pages: Connection<TreePage> } }
            }>(pagesOfChangeRequest, variables)
            return found.changeRequest.revision.pages
          }
          const { changeRequest: _, ...ofSpace } = variables
          return (await graph.run<{ space: { pages: Connection<TreePage> } }>(pagesOfSpace, ofSpace)).space
            .pages
        }
        const pages = await read()
        return dataAnswer({ pages: pages.nodes.map(treePage), ...nextOf(pages) })
      }),
  )
  server.registerTool(
    'get_page',
    {
      title: 'Read a page',
      description: `Returns a page as the Markdown that write_page takes, after lines with its id, path and the revision that it was read in; at most ${pageCharacters} characters at once, the rest with an offset.`,
      inputSchema: {
        space,
        changeRequest: contentOf,
        page: id('The id of the page. Either this or the path is required.').optional(),
        path: z.string().min(1).max(addressLength).optional().describe('The path of the page in the space.'),
        offset: z.number().int().min(0).default(0).describe('The number of characters to leave out.'),
      },
      annotations: readsOnly,
    },
    ({ space: spaceId, changeRequest, page, path, offset }) =>
      run(async (graph) => {
        const source = pageOf({ byPath: page === undefined, inChangeRequest: changeRequest !== undefined })
        const read = await graph.run<{ page: ReadPage; content: { revisionId: string } }>(source, {
          space: spaceId,
          page: page ?? path ?? '',
          changeRequest: changeRequest ?? null,
        })
        const text = pieceOf(
          read.page.markdown ?? '',
          offset,
          (next) => `Call get_page again with the offset ${next} for the rest.`,
        )
        return textAnswer(`${headOf(read.page, read.content.revisionId)}\n\n${text}`)
      }),
  )
}

const headOf = ({ pageId, title, type, path, description, urls }: ReadPage, revision: string): string =>
  Object.entries({
    title,
    page: pageId,
    type: type.toLowerCase(),
    path,
    description,
    revision,
    url: urls?.app,
  })
    .flatMap(([name, value]) => (value === undefined || value === null ? [] : `${name}: ${value}`))
    .join('\n')

const statuses = ['draft', 'open', 'merged', 'archived'] as const

function addChangeRequests(server: McpServer, run: RunTool): void {
  server.registerTool(
    'list_change_requests',
    {
      title: 'List change requests',
      description: `Lists the change requests of an organization or of one space, the last changed first, at most ${listed.maximum} at once.`,
      inputSchema: {
        organization,
        space: space.optional().describe('The id of a space, for its change requests only.'),
        status: z
          .array(z.enum(statuses))
          .optional()
          .describe('Open ones and the drafts of the user if left out.'),
        subject: z
          .string()
          .max(queryLength)
          .optional()
          .describe('A text that the subject contains, or the number.'),
        limit,
        cursor,
      },
      annotations: readsOnly,
    },
    ({ organization: given, space: spaceId, status, subject, ...args }) =>
      run(async (graph) => {
        const { organization: found } = await graph.run<{
          organization: { changeRequests: Connection<object> }
        }>(changeRequestsOfOrganization, {
          organization: await graph.organization(given),
          ...(spaceId !== undefined && { space: spaceId }),
          ...(status && { status: status.map((each) => each.toUpperCase()) }),
          ...(subject !== undefined && { search: subject }),
          ...windowOf(args),
        })
        return dataAnswer({ changeRequests: found.changeRequests.nodes, ...nextOf(found.changeRequests) })
      }),
  )
  server.registerTool(
    'list_comments',
    {
      title: 'List comments',
      description: `Lists the comments on live content or on a change request, at most ${listed.maximum} at once.`,
      inputSchema: {
        space,
        changeRequest: contentOf,
        page: id('The id of a page, for the comments on it only.').optional(),
        limit,
        cursor,
      },
      annotations: readsOnly,
    },
    ({ space: spaceId, changeRequest, page, ...args }) =>
      run(async (graph) => {
        const source = changeRequest === undefined ? commentsOfSpace : commentsOfChangeRequest
        const { content } = await graph.run<{ content: { comments: Connection<object> } }>(source, {
          space: spaceId,
          ...(changeRequest !== undefined && { changeRequest }),
          page: page ?? null,
          ...windowOf(args),
        })
        return dataAnswer({ comments: content.comments.nodes, ...nextOf(content.comments) })
      }),
  )
}
