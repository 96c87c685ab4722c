import { invalidInput } from '../../base/errors.ts'
import { withLineFeeds } from '../../formats/page/model/normalize-text.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import type { ColumnInSql } from '../../graph/fields/computed/computed.ts'
import { type BodyFormat, bodyOfTree, documentOf } from '../content/page-bodies.ts'

/** A body from a client: Markdown, a node tree, or neither for an empty body. */
export interface BodyInput {
  readonly markdown?: string | null
  readonly document?: unknown
}

/** The body columns of comments and replies. */
export interface StoredBody {
  readonly markdown: string
  readonly document: Prisma.JsonValue
}

export async function bodyColumns({ markdown, document }: BodyInput, owner: string) {
  if (markdown != null && document != null)
    throw invalidInput('body', 'must have either markdown or document, not both')
  if (document == null) return { markdown: withLineFeeds(markdown ?? ''), document: Prisma.DbNull }
  const body = await bodyOfTree(document, undefined, owner)
  return { markdown: body.markdown, document: body.nodes as Prisma.InputJsonValue }
}

export type BodyColumns = Awaited<ReturnType<typeof bodyColumns>>

export type WrittenRow = StoredBody & { readonly id: string; readonly isReply: boolean }

export interface FormattedBody {
  readonly row: WrittenRow
  readonly markdown?: string
  /** Returns the tree. Parses for the owner, if it has to. */
  readonly document?: (owner: string) => object | Promise<object>
}

/** Returns SQL for the Markdown of a body, like `formatBody`. Nothing else of a body can be read by SQL. */
export function bodyInSql(
  member: string,
  column: ColumnInSql,
  { format }: { readonly format?: BodyFormat | null | undefined },
): string | undefined {
  if (member !== 'markdown' || format === 'DOCUMENT') return undefined
  if (format === 'MARKDOWN') return column('markdown')
  return `CASE WHEN ${column('document')} IS NULL THEN ${column('markdown')} END`
}

/** Returns a body in the requested format or, by default, in the format in which it was written. */
export function formatBody(row: WrittenRow, format: BodyFormat | null | undefined): FormattedBody {
  const { markdown, document } = row
  const nodes = document === null ? undefined : (document as object)
  const form = format ?? (nodes ? 'DOCUMENT' : 'MARKDOWN')
  return form === 'MARKDOWN'
    ? { row, markdown }
    : { row, document: (owner) => documentOf({ markdown, nodes }, owner) }
}
