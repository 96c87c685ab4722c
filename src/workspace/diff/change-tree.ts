import type { ShownChangesFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { countLines, type DiffHunk } from './change.ts'
import { hunksOfPatch } from './patch.ts'

/** A change with the lines that differ. */
export type Change = ShownChangesFragment['nodes'][number] & { readonly hunks: readonly DiffHunk[] }

export const changeOf = (node: ShownChangesFragment['nodes'][number]): Change => ({
  ...node,
  hunks: hunksOfPatch(node.body?.patch ?? ''),
})

/** A changed object, or a page above one, in the tree of what was changed. */
export interface ChangeNode {
  readonly id: string
  readonly title: string
  readonly changes: Change[]
  readonly added: number
  readonly removed: number
  readonly children: ChangeNode[]
}

interface Growing extends ChangeNode {
  added: number
  removed: number
  readonly children: Growing[]
}

export const titleOf = ({ page, file, reusableContent }: Change): string =>
  page?.title ?? file?.name ?? reusableContent?.title ?? text('diff.variables')

/** The name of an element that shows a change, to which the tree leads. */
export const anchorOf = ({ type, page, file, reusableContent }: Change): string =>
  `change-${type}-${page?.pageId ?? file?.id ?? reusableContent?.id ?? 'variables'}`

/** Puts changes below the pages that they are in. Several changes of one page are one row. */
export function treeOfChanges(changes: readonly Change[]): readonly ChangeNode[] {
  const roots: Growing[] = []
  for (const change of changes) {
    let level = roots
    for (const { pageId, title } of change.page?.ancestors ?? []) level = rowOf(level, pageId, title).children
    const object = change.page?.pageId ?? change.file?.id ?? change.reusableContent?.id ?? 'variables'
    const row = rowOf(level, object, titleOf(change))
    const { added, removed } = countLines(change.hunks)
    row.changes.push(change)
    row.added += added
    row.removed += removed
  }
  return roots
}

function rowOf(level: Growing[], id: string, title: string): Growing {
  const found = level.find((row) => row.id === id)
  if (found) return found
  const row: Growing = { id, title, changes: [], added: 0, removed: 0, children: [] }
  level.push(row)
  return row
}
