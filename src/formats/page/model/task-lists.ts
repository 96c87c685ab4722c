import type { List, ListItem } from '../types.ts'

/**
 * Returns the function that says of the items of a list whether their tasks are done. It returns undefined for an item
 * without a checkbox, of which a list of tasks may have some, too: in a list without any checkbox all items are open.
 */
export function taskStateIn({ type, nodes }: List): (item: ListItem) => boolean | undefined {
  const hasCheckbox = nodes.some(({ data }) => data?.checked !== undefined)
  const withoutCheckbox = type === 'list-tasks' && !hasCheckbox ? false : undefined
  return ({ data }) => data?.checked ?? withoutCheckbox
}
