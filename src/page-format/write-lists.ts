import type { ListItem as MarkdownItem, List as MarkdownList, RootContent } from 'mdast'
import type { List, OrderedList } from './types.ts'
import type { WriteBlocks, WriteContext } from './write-context.ts'

/** Nine digits are the most that the number of an item has; the items count up from the first. */
const largestNumber = 999_999_999

export function writeList(block: List, writeBlocks: WriteBlocks, context: WriteContext): MarkdownList {
  const isTask = block.type === 'list-tasks'
  const someChecked = block.nodes.some(({ data }) => data?.checked !== undefined)
  const children = block.nodes.map(({ data, nodes }): MarkdownItem => {
    const checked = data?.checked ?? (isTask && !someChecked ? false : null)
    const written =
      nodes.length === 0 ? [{ type: 'html', value: '<p></p>' } as const] : writeBlocks(nodes, context)
    return item(checked, written.map(asFirstOfItem))
  })
  const ordered = block.type === 'list-ordered'
  return {
    type: 'list',
    ordered,
    start: block.type === 'list-ordered' ? startOf(block) : null,
    spread: children.some(({ spread }) => spread),
    children,
  }
}

function startOf({ data, nodes }: OrderedList): number {
  const { start = 1 } = data
  return Number.isInteger(start) && start >= 0 && start + nodes.length <= largestNumber ? start : 1
}

/** Dashes behind the dash of an item would be a line of dashes. */
const asFirstOfItem = (node: RootContent, index: number): RootContent =>
  index === 0 && node.type === 'thematicBreak' ? { type: 'html', value: '___' } : node

function item(checked: boolean | null, nodes: RootContent[]): MarkdownItem {
  const [first] = nodes
  const isBlank = first?.type === 'html' && first.value === '<p></p>'
  const carrier: RootContent = { type: 'paragraph', children: [] }
  let children = nodes
  if (checked !== null && isBlank && nodes.length === 1) children = [carrier]
  else if (checked !== null && first?.type !== 'paragraph') children = [carrier, ...nodes]
  const isTight = children.every((child, index) =>
    index === 0 ? child.type === 'paragraph' : child.type === 'list' && mayFollowText(child),
  )
  return { type: 'listItem', checked, spread: !isTight, children: children as MarkdownItem['children'] }
}

/** Directly behind a line of text only the number 1 begins an ordered list, in the items of a list there too. */
function mayFollowText({ ordered, start, children }: MarkdownList): boolean {
  if (ordered && start !== 1) return false
  const inner = children[0]?.children[0]
  return inner?.type !== 'list' || mayFollowText(inner)
}
