import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { contentLimits } from '../../formats/body/limits.ts'
import { changeRequestLimits } from '../../modules/change-requests/limits.ts'
import { commentLimits } from '../../modules/comments/limits.ts'
import { dataAnswer, ToolError } from '../tool-answers.ts'
import { changeRequest, contentOf, id, space } from './arguments.ts'
import type { GraphCalls } from './graph-calls.ts'
import {
  createChangeRequest,
  createComment,
  createReply,
  updateChangeRequest,
  writeInChangeRequest,
  writeInSpace,
} from './operations.ts'
import type { RunTool } from './workspace-server.ts'

const adds = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const
const replaces = { ...adds, destructiveHint: true } as const

const liveRule =
  'Without a change request it changes live content, which readers see at once, and which needs a token with the scope content:write.'

export function addWritingTools(server: McpServer, run: RunTool): void {
  addChangeRequests(server, run)
  addPages(server, run)
  addComments(server, run)
}

const subject = z.string().max(changeRequestLimits.subject.maxLength).describe('The subject, on one line.')
const description = z
  .string()
  .max(changeRequestLimits.description.maxLength)
  .describe('The description as Markdown.')

function addChangeRequests(server: McpServer, run: RunTool): void {
  server.registerTool(
    'open_change_request',
    {
      title: 'Open a change request',
      description:
        'Opens a change request in a space: a draft of its content, which others review and merge. Then write pages in it with write_page, and ask for a review with update_change_request.',
      inputSchema: { space, subject, description: description.optional() },
      annotations: adds,
    },
    ({ space: spaceId, subject: named, description: described }) =>
      run(async (graph) => {
        const input = {
          subject: named,
          ...(described !== undefined && { description: { markdown: described } }),
        }
        const { createChangeRequest: created } = await graph.run<{
          createChangeRequest: { changeRequest: object }
        }>(createChangeRequest, { space: spaceId, input })
        return dataAnswer({ ...created })
      }),
  )
  server.registerTool(
    'update_change_request',
    {
      title: 'Update a change request',
      description:
        'Changes the subject, the description or the status of a change request: open is ready for review, draft is work in progress, archived is closed. People merge it.',
      inputSchema: {
        space,
        changeRequest,
        subject: subject.optional(),
        description: description.optional(),
        status: z.enum(['draft', 'open', 'archived']).optional().describe('The new status.'),
      },
      annotations: replaces,
    },
    ({ space: spaceId, changeRequest: changed, subject: named, description: described, status }) =>
      run(async (graph) => {
        const input = {
          ...(named !== undefined && { subject: named }),
          ...(described !== undefined && { description: { markdown: described } }),
          ...(status !== undefined && { status: status.toUpperCase() }),
        }
        const { updateChangeRequest: updated } = await graph.run<{
          updateChangeRequest: { changeRequest: object }
        }>(updateChangeRequest, { space: spaceId, changeRequest: changed, input })
        return dataAnswer({ ...updated })
      }),
  )
}

const baseRevision = id(
  'The revision that get_page told. If the content has changed since, nothing is written. The newest if left out.',
).optional()

function addPages(server: McpServer, run: RunTool): void {
  server.registerTool(
    'write_page',
    {
      title: 'Write a page',
      description: `Adds a page, or changes the one that is named: its title, description, place or whole body. Read a page before you change it, and send all of its body. ${liveRule}`,
      inputSchema: {
        space,
        changeRequest: contentOf,
        page: id('The id of the page to change. A new page if left out.').optional(),
        title: z
          .string()
          .min(contentLimits.title.minLength)
          .max(contentLimits.title.maxLength)
          .optional()
          .describe('The title. Required for a new page.'),
        description: z
          .string()
          .max(contentLimits.description.maxLength)
          .optional()
          .describe('The description below the title.'),
        markdown: z
          .string()
          .optional()
          .describe('The whole body as Markdown, without the title. Links to pages are /pages/<id>.'),
        parent: id('The id of the page that it is below. The root for a new page if left out.').optional(),
        position: z.number().int().min(0).optional().describe('The number of pages before it at its level.'),
        baseRevision,
      },
      annotations: replaces,
    },
    ({ page, title, description: described, markdown, parent, position, ...where }) =>
      run(async (graph) => {
        if (page === undefined && title === undefined)
          throw new ToolError('title: a new page needs a title. Name the page to change another one.')
        const fields = {
          ...(title !== undefined && { title }),
          ...(described !== undefined && { description: described }),
          ...(markdown !== undefined && { document: { markdown } }),
          ...(parent !== undefined && { into: parent }),
          ...(position !== undefined && { at: position }),
        }
        const change =
          page === undefined
            ? { insertPage: { document: { markdown: '' }, ...fields } }
            : { updatePage: { page, ...fields } }
        return writeContent(graph, where, change)
      }),
  )
  server.registerTool(
    'delete_page',
    {
      title: 'Delete a page',
      description: `Deletes a page with its subpages. ${liveRule}`,
      inputSchema: { space, changeRequest: contentOf, page: id('The id of the page.'), baseRevision },
      annotations: replaces,
    },
    ({ page, ...where }) => run((graph) => writeContent(graph, where, { deletePage: { page } })),
  )
}

interface Where {
  readonly space: string
  readonly changeRequest?: string | undefined
  readonly baseRevision?: string | undefined
}

interface WrittenContent {
  readonly revisionId: string
  readonly warnings: readonly string[]
  readonly changes: readonly {
    readonly written: {
      readonly page: { readonly pageId: string; readonly page: { title: string; path?: string } | null }
    } | null
    readonly deleted: { readonly page: string } | null
  }[]
}

async function writeContent(
  graph: GraphCalls,
  { space: spaceId, changeRequest: draft, baseRevision: base }: Where,
  change: object,
) {
  if (draft === undefined) graph.assertMayWriteLive()
  const { result } = await graph.run<{ result: WrittenContent }>(
    draft === undefined ? writeInSpace : writeInChangeRequest,
    {
      space: spaceId,
      ...(draft !== undefined && { changeRequest: draft }),
      base: base ?? null,
      changes: [change],
    },
  )
  const { revisionId, warnings, changes } = result
  return dataAnswer({
    revision: revisionId,
    pages: changes.map(({ written, deleted }) =>
      written ? { page: written.page.pageId, ...written.page.page } : { deleted: deleted?.page },
    ),
    ...(warnings.length > 0 && { warnings }),
  })
}

function addComments(server: McpServer, run: RunTool): void {
  server.registerTool(
    'add_comment',
    {
      title: 'Comment',
      description:
        'Adds a comment on a space, on a page or on a change request, or a reply to a comment. People who are mentioned get a mail.',
      inputSchema: {
        space,
        changeRequest: contentOf,
        page: id('The id of the page that it is about. The whole if left out.').optional(),
        replyTo: id('The id of the comment to reply to, as list_comments returns it.').optional(),
        markdown: z.string().min(1).max(commentLimits.markdown.maxLength).describe('The text as Markdown.'),
      },
      annotations: adds,
    },
    ({ space: spaceId, changeRequest: draft, page, replyTo, markdown }) =>
      run(async (graph) => {
        const where = { space: spaceId, changeRequest: draft ?? null }
        const body = { markdown }
        if (replyTo !== undefined) {
          const { createCommentReply: reply } = await graph.run<{
            createCommentReply: { commentReply: object }
          }>(createReply, { ...where, comment: replyTo, input: { body } })
          return dataAnswer({ ...reply })
        }
        const input = { body, ...(page !== undefined && { page }) }
        const { createComment: created } = await graph.run<{ createComment: { comment: object } }>(
          createComment,
          {
            ...where,
            input,
          },
        )
        return dataAnswer({ ...created })
      }),
  )
}
