import { gitbookSlug } from './gitbook-slug.ts'
import { plainText } from './nodes.ts'
import type { Expandable, Paragraph } from './types.ts'
import type { DocumentNode } from './walk-document.ts'

export const isExpandable = (node: DocumentNode): node is Expandable =>
  node.object === 'block' && node.type === 'expandable'

/** Returns the title and the body of an expandable. */
export function expandableParts(fragments: Expandable['fragments']) {
  const isTitle = ({ fragment, type }: Expandable['fragments'][number]) =>
    (fragment ?? type) === 'expandable-title'
  const title = fragments.find(isTitle)?.nodes.find((node): node is Paragraph => node.type === 'paragraph')
  const body = fragments.filter((fragment) => !isTitle(fragment)).flatMap(({ nodes }) => nodes)
  return { title: title?.nodes ?? [], body }
}

/**
 * Returns the anchors of expandables, as GitBook makes them of their titles. One whose anchor is taken, by a heading or by an
 * expandable before it, has none.
 */
export function expandableAnchors(
  expandables: readonly Expandable[],
  taken: Iterable<string>,
): Map<Expandable, string> {
  const anchors = new Map<Expandable, string>()
  const used = new Set(taken)
  for (const expandable of expandables) {
    const anchor = gitbookSlug(plainText(expandableParts(expandable.fragments).title))
    if (anchor === '' || used.has(anchor)) continue
    used.add(anchor)
    anchors.set(expandable, anchor)
  }
  return anchors
}
