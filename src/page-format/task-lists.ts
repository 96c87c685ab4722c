import type { List, ListItem } from './types.ts'

/**
 * Returns whether the task of an item is done. Undefined for an item without a checkbox, of which a list of tasks may have
 * some, too: in a list without any checkbox all items are open.
 */
export function isItemDone(list: List, item: ListItem): boolean | undefined {
  const checked = item.data?.checked
  if (checked !== undefined || list.type !== 'list-tasks') return checked
  return list.nodes.some(({ data }) => data?.checked !== undefined) ? undefined : false
}
