import { createHash } from 'node:crypto'
import { withLineFeeds } from '../page/model/normalize-text.ts'
import type { BodyIndex } from './indexed-text.ts'

/** A page body: Markdown and, if the author provided one, the node tree. */
export interface Body {
  readonly markdown: string
  readonly nodes?: object
  /** The index data of the body, if it was parsed already: parsing takes the longest part of a write. */
  readonly index?: BodyIndex
}

export interface StoredDocument extends Body {
  readonly id: string
}

/**
 * Returns a body with an id derived from its content, so that equal bodies share a row; undefined for an empty body. Line
 * endings are normalized: where they differ, a merge would find that every line was changed.
 */
export function identifyDocument({ markdown: written, nodes, index }: Body): StoredDocument | undefined {
  const markdown = withLineFeeds(written)
  if (markdown === '' && nodes === undefined) return undefined
  const content = nodes === undefined ? `markdown\0${markdown}` : `nodes\0${JSON.stringify(nodes)}`
  const digest = createHash('sha256').update(content).digest('hex')
  return { id: `doc${digest}`, markdown, nodes, index }
}
