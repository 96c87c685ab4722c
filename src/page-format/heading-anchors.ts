import GithubSlugger from 'github-slugger'
import { plainText } from './nodes.ts'
import type { Heading } from './types.ts'
import type { DocumentNode } from './walk-document.ts'

export const isHeading = (node: DocumentNode): node is Heading =>
  node.object === 'block' && node.type.startsWith('heading-')

/**
 * Assigns anchors to the headings of one document, in document order: the heading's own id, or a slug of its
 * text.
 */
export class HeadingAnchors {
  readonly #slugger = new GithubSlugger()

  anchorOf({ data, nodes }: Heading): string {
    return data.id ?? this.#slugger.slug(plainText(nodes))
  }
}
