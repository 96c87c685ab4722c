import type { ListItem as MarkdownItem, List as MarkdownList, RootContent } from 'mdast'
import { taskStateIn } from '../model/task-lists.ts'
import type { List, OrderedList } from '../types.ts'
import type { WriteContext } from './write-context.ts'

/**
 * The largest number of a list item, which has at most nine digits. Items are numbered consecutively from the
 * first.
 */
const largestNumber = 999_999_999

export function writeList(block: List, context: WriteContext): MarkdownList {
  const isDone = taskStateIn(block)
  const children = block.nodes.map((child): MarkdownItem => {
    const { nodes } = child
    const written =
      nodes.length === 0 ? [{ type: 'html', value: '<p></p>' } as const] : context.writeBlocks(nodes)
    return item(isDone(child) ?? null, written.map(replaceLeadingBreak))
  })
  const ordered = block.type === 'list-ordered'
  return {
    type: 'list',
    ordered,
    start: block.type === 'list-ordered' ? startNumber(block) : null,
    spread: children.some(({ spread }) => spread),
    children,
  }
}

function startNumber({ data, nodes }: OrderedList): number {
  const { start = 1 } = data
  return Number.isInteger(start) && start >= 0 && start + nodes.length <= largestNumber ? start : 1
}

/**
 * Replaces a thematic break at the start of an item, because dashes after the list marker would form a thematic
 * break themselves.
 */
const replaceLeadingBreak = (node: RootContent, index: number): RootContent =>
  index === 0 && node.type === 'thematicBreak' ? { type: 'html', value: '___' } : node

function item(checked: boolean | null, nodes: RootContent[]): MarkdownItem {
  const [first] = nodes
  const isBlank = first?.type === 'html' && first.value === '<p></p>'
  const placeholder: RootContent = { type: 'paragraph', children: [] }
  let children = nodes
  if (checked !== null && isBlank && nodes.length === 1) children = [placeholder]
  else if (checked !== null && first?.type !== 'paragraph') children = [placeholder, ...nodes]
  const isTight = children.every((child, index) =>
    index === 0 ? child.type === 'paragraph' : child.type === 'list' && canFollowText(child),
  )
  return { type: 'listItem', checked, spread: !isTight, children: children as MarkdownItem['children'] }
}

/**
 * Returns whether a list can directly follow a line of text. An ordered list can only if it starts with 1, and
 * so must an ordered list at the start of its first item.
 */
function canFollowText({ ordered, start, children }: MarkdownList): boolean {
  if (ordered && start !== 1) return false
  const inner = children[0]?.children[0]
  return inner?.type !== 'list' || canFollowText(inner)
}
