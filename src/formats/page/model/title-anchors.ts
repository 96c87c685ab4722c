import type { Expandable, Heading } from '../types.ts'
import { expandableParts, isExpandable } from './expandables.ts'
import { gitbookSlug } from './gitbook-slug.ts'
import { isHeading } from './heading-anchors.ts'
import { plainText } from './nodes.ts'
import type { DocumentNode } from './walk-document.ts'

/** A block that links reach by its title if nothing else has that anchor. */
export type TitledBlock = Expandable | Heading

/** Returns whether a block is an expandable, or a heading with an id of its own. */
export const isReachedByTitle = (node: DocumentNode): node is TitledBlock =>
  isExpandable(node) || (isHeading(node) && node.data.id !== undefined)

/** Returns the anchors of blocks as GitBook makes them of titles, without those that are taken already. */
export function titleAnchors(
  blocks: readonly TitledBlock[],
  taken: Iterable<string>,
): Map<TitledBlock, string> {
  const anchors = new Map<TitledBlock, string>()
  const used = new Set(taken)
  for (const block of blocks) {
    const anchor = gitbookSlug(titleOf(block))
    if (anchor === '' || used.has(anchor)) continue
    used.add(anchor)
    anchors.set(block, anchor)
  }
  return anchors
}

export const titleOf = (block: TitledBlock): string =>
  plainText(block.type === 'expandable' ? expandableParts(block.fragments).title : block.nodes)
