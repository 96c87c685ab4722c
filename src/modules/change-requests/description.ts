import { invalidInput } from '../../base/errors.ts'
import { withLineFeeds } from '../../formats/page/model/normalize-text.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { bodyOfTree, documentOf } from '../content/page-bodies.ts'

/** A description from a client: Markdown, a node tree, or neither for none. */
export interface DescriptionInput {
  readonly markdown?: string | null
  readonly document?: unknown
}

/** The columns with a description, which is stored in both forms: lists then parse none. */
interface DescriptionColumns {
  readonly descriptionMarkdown: string | null
  readonly descriptionTree: Prisma.JsonValue
}

const none: DescriptionColumns = { descriptionMarkdown: null, descriptionTree: null }

/** Returns the columns for a description that a client sent. Absent leaves them, and null or an empty text removes it. */
export async function descriptionColumns(
  input: DescriptionInput | null | undefined,
  owner: string,
): Promise<DescriptionColumns | undefined> {
  if (input === undefined) return undefined
  const { markdown: written, document } = input ?? {}
  const markdown = written == null ? written : withLineFeeds(written)
  if (markdown != null && document != null)
    throw invalidInput('description', 'must have either markdown or document, not both')
  if (document != null) {
    const body = await bodyOfTree(document, 'description', owner)
    return { descriptionMarkdown: body.markdown, descriptionTree: body.nodes as Prisma.JsonValue }
  }
  if (markdown == null || markdown === '') return none
  const tree = await documentOf({ markdown }, owner)
  return { descriptionMarkdown: markdown, descriptionTree: tree as unknown as Prisma.JsonValue }
}
