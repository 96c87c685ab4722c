import GithubSlugger from 'github-slugger'
import type { Heading } from '../types.ts'
import { gitbookSlug } from './gitbook-slug.ts'
import { plainText } from './nodes.ts'
import type { DocumentNode } from './walk-document.ts'

export const isHeading = (node: DocumentNode): node is Heading =>
  node.object === 'block' && node.type.startsWith('heading-')

/**
 * Assigns anchors to the headings of one document, in document order: the heading's own id, or else two slugs of its
 * text. Links may use either. The first ones are numbered where they repeat, as GitBook numbers them.
 */
export class HeadingAnchors {
  /** The anchors so far, and how often each was wanted again. */
  readonly #gitbook = new Map<string, number>()
  readonly #github = new GithubSlugger()

  /** Returns the anchor as GitBook makes it, and the one as GitHub makes it if it differs. */
  anchorsOf({ data, nodes }: Heading): readonly [anchor: string, ...aliases: string[]] {
    if (data.id !== undefined) return [this.#unique(data.id)]
    const text = plainText(nodes)
    const github = this.#github.slug(text)
    const slug = gitbookSlug(text)
    if (slug === '') return [github]
    const gitbook = this.#unique(slug)
    return gitbook === github ? [gitbook] : [gitbook, github]
  }

  /** Returns the anchor that links to the heading should use. */
  anchorOf(heading: Heading): string {
    return this.anchorsOf(heading)[0]
  }

  #unique(slug: string): string {
    let unique = slug
    for (let count = this.#gitbook.get(slug) ?? 0; this.#gitbook.has(unique); count++) {
      unique = `${slug}-${count + 1}`
      this.#gitbook.set(slug, count + 1)
    }
    this.#gitbook.set(unique, 0)
    return unique
  }
}
