import { invalidInput } from '../../errors.ts'
import { Prisma } from '../../generated/prisma/client.ts'
import { type BodyFormat, bodyOfTree, documentOf } from '../content/page-bodies.ts'

/** What a client sends as a body: Markdown, a tree of nodes, or neither for an empty one. */
export interface BodyInput {
  readonly markdown?: string | null
  readonly document?: unknown
}

/** The columns of a body. */
export interface StoredBody {
  readonly markdown: string
  readonly document: Prisma.JsonValue
}

export function storedBody({ markdown, document }: BodyInput) {
  if (markdown != null && document != null)
    throw invalidInput('body', 'must have markdown or document, not both')
  if (document == null) return { markdown: markdown ?? '', document: Prisma.DbNull }
  const body = bodyOfTree(document)
  return { markdown: body.markdown, document: body.nodes as Prisma.InputJsonValue }
}

export interface ShownBody {
  readonly markdown?: string
  readonly document?: unknown
}

/** A body in the form asked for; as it was written where no form is. */
export function shownBody(
  { markdown, document }: StoredBody,
  format: BodyFormat | null | undefined,
): ShownBody {
  const nodes = document === null ? undefined : (document as object)
  const form = format ?? (nodes ? 'DOCUMENT' : 'MARKDOWN')
  return form === 'MARKDOWN' ? { markdown } : { document: documentOf({ markdown, nodes }) }
}
