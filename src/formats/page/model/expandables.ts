import type { Expandable, InlineNode, Paragraph } from '../types.ts'
import { isEmptyText } from './nodes.ts'
import type { DocumentNode } from './walk-document.ts'

export const isExpandable = (node: DocumentNode): node is Expandable =>
  node.object === 'block' && node.type === 'expandable'

export function expandableParts(fragments: Expandable['fragments']) {
  const isTitle = ({ fragment, type }: Expandable['fragments'][number]) =>
    (fragment ?? type) === 'expandable-title'
  const title = fragments.find(isTitle)?.nodes.find((node): node is Paragraph => node.type === 'paragraph')
  const body = fragments.filter((fragment) => !isTitle(fragment)).flatMap(({ nodes }) => nodes)
  return { title: title?.nodes ?? [], body }
}

/** Returns whether an expandable has no title. Browsers show one of their own then. */
export const isEmptyTitle = (title: readonly InlineNode[]): boolean => title.every(isEmptyText)
