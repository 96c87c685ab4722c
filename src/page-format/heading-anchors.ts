import GithubSlugger from 'github-slugger'
import { plainText } from './nodes.ts'
import type { Heading } from './types.ts'
import type { DocumentNode } from './walk-document.ts'

export const isHeading = (node: DocumentNode): node is Heading =>
  node.object === 'block' && node.type.startsWith('heading-')

/** Names the headings of one document, in order: by their own id, or else by their text. */
export class HeadingAnchors {
  readonly #slugger = new GithubSlugger()

  anchorOf({ data, nodes }: Heading): string {
    return data.id ?? this.#slugger.slug(plainText(nodes))
  }
}
