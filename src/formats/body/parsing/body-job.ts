import { AppError } from '../../../base/errors.ts'
import { type Refusal, refusalOf } from '../../../workers/messages.ts'
import type { Served } from '../../../workers/serve-jobs.ts'
import { validateDocument } from '../../page/model/validate-document.ts'
import { markdownToDocument } from '../../page/read/markdown-to-document.ts'
import type { JSONDocument } from '../../page/types.ts'
import { documentToMarkdown } from '../../page/write/document-to-markdown.ts'
import { type BodyIndex, indexOfTree } from '../indexed-text.ts'
import { type ParsedBody, parseBody } from './parsed-body.ts'

export type BodyRequest =
  | { readonly kind: 'parse'; readonly texts: readonly string[] }
  | { readonly kind: 'tree'; readonly markdown: string }
  | { readonly kind: 'validate'; readonly tree: unknown; readonly path: string | undefined }

/** A body in Markdown, or why it cannot be one. */
export type ParseOutcome = { readonly parsed: ParsedBody } | { readonly refusal: Refusal }

/** A valid tree with what is derived from it. */
export interface ValidTree {
  readonly markdown: string
  readonly nodes: JSONDocument
  readonly index: BodyIndex
}

export interface BodyResponses {
  readonly parse: readonly ParseOutcome[]
  /** The tree as JSON, which takes a fraction of the time of copying its objects between threads. */
  readonly tree: string
  readonly validate: ValidTree
}

export async function run(request: BodyRequest): Promise<Served<BodyResponses[BodyRequest['kind']]>> {
  switch (request.kind) {
    case 'parse':
      return { result: request.texts.map(outcomeOf) }
    case 'tree':
      return { result: JSON.stringify(markdownToDocument(request.markdown)) }
    case 'validate':
      return { result: validTree(request.tree, request.path) }
  }
}

export function validTree(tree: unknown, path: string | undefined): ValidTree {
  const nodes = validateDocument(tree, path)
  return { markdown: documentToMarkdown(nodes), nodes, index: indexOfTree(nodes) }
}

/** Parses a body. A refusal is a result, so that it does not hide those of the other texts. */
export function outcomeOf(markdown: string): ParseOutcome {
  try {
    return { parsed: parseBody(markdown) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { refusal: refusalOf(error) }
  }
}
