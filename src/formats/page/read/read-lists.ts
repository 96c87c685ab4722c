import type { List as MarkdownList } from 'mdast'
import { isEmptyParagraph, orEmptyParagraph } from '../model/nodes.ts'
import type { Block, List, ListItem } from '../types.ts'
import type { ReadContext } from './read-context.ts'

export const listItem = (nodes: Block[], checked?: boolean | null): ListItem => ({
  object: 'block',
  type: 'list-item',
  data: typeof checked === 'boolean' ? { checked } : {},
  nodes: orEmptyParagraph(nodes),
})

/** Creates a list. An unordered list with a checkbox in any item is a task list. */
export function list(ordered: boolean, start: number | null | undefined, nodes: ListItem[]): List {
  if (ordered) {
    const data = typeof start === 'number' && start !== 1 ? { start } : {}
    return { object: 'block', type: 'list-ordered', data, nodes }
  }
  const hasTasks = nodes.some(({ data }) => data?.checked !== undefined)
  return { object: 'block', type: hasTasks ? 'list-tasks' : 'list-unordered', data: {}, nodes }
}

/**
 * Removes the empty paragraph that the serializer adds after a checkbox, because a checkbox must be followed by
 * text.
 */
function withoutPlaceholder(nodes: Block[], checked: boolean | null | undefined): Block[] {
  const [first] = nodes
  const isPlaceholder = typeof checked === 'boolean' && nodes.length > 1 && first && isEmptyParagraph(first)
  return isPlaceholder ? nodes.slice(1) : nodes
}

export function readList(node: MarkdownList, context: ReadContext): List {
  const items = node.children.map((item) => {
    const nodes = context.nested(() => context.readBlocks(item.children))
    return listItem(withoutPlaceholder(nodes, item.checked), item.checked)
  })
  return list(Boolean(node.ordered), node.start, items)
}
