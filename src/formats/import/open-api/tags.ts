import { invalidSource } from '../../source-problems.ts'
import { listOf, type Members, membersOf, textOf } from './json.ts'
import type { Operation } from './operations.ts'

export interface Tag {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly parent: string | undefined
  readonly operations: Operation[]
}

const maximumTags = 5000

/**
 * Returns the tags that have operations, a description or children: first the declared ones, then those that
 * only operations use, then one for operations without tags.
 */
export function tagsOf(document: Members, operations: readonly Operation[], path: string): Tag[] {
  const tags = new Map(
    listOf(document.tags).map((node) => [textOf(membersOf(node).name), readTag(membersOf(node))]),
  )
  const others: Operation[] = []
  for (const operation of operations) {
    for (const name of new Set(operation.tags)) {
      const tag = tags.get(name) ?? emptyTag(name)
      tags.set(name, tag)
      tag.operations.push(operation)
    }
    if (operation.tags.length === 0) others.push(operation)
  }
  if (tags.size > maximumTags)
    throw invalidSource(
      'SOURCE_FILE_TOO_LARGE',
      `${path} has more than ${maximumTags} tags. Import it in parts.`,
      { path },
    )
  const parents = new Set([...tags.values()].map(({ parent }) => parent))
  const listed = [...tags.values()].filter(
    ({ name, description, operations: own }) => description !== '' || own.length > 0 || parents.has(name),
  )
  const hasNoTags = listed.length === 0
  if (others.length === 0) return listed
  return [...listed, { ...emptyTag(''), title: hasNoTags ? 'Operations' : 'Other', operations: others }]
}

const emptyTag = (name: string): Tag => ({
  name,
  title: name,
  description: '',
  parent: undefined,
  operations: [],
})

function readTag(node: Members): Tag {
  const name = textOf(node.name)
  const title = [node['x-page-title'], node['x-displayName'], node.summary]
    .map(textOf)
    .find((text) => text.trim())
  const parent = textOf(node['x-parent'] ?? node.parent) || undefined
  return { ...emptyTag(name), title: title ?? name, description: textOf(node.description), parent }
}

/** Nests tags below their parents. Tags that are part of a cycle become top-level tags. */
export function nestTags<Item>(
  tags: readonly Tag[],
  itemOf: (tag: Tag, below: readonly Item[]) => Item,
): Item[] {
  const byName = new Map(tags.map((tag) => [tag.name, tag]))
  const isBelow = (tag: Tag) => tag.parent !== undefined && byName.has(tag.parent) && !isInCycle(tag, byName)
  const below = Map.groupBy(tags.filter(isBelow), ({ parent }) => parent)
  const item = (tag: Tag, depth: number): Item =>
    itemOf(
      tag,
      depth > maximumDepth ? [] : (below.get(tag.name) ?? []).map((child) => item(child, depth + 1)),
    )
  return tags.filter((tag) => !isBelow(tag)).map((tag) => item(tag, 0))
}

const maximumDepth = 100

function isInCycle(tag: Tag, byName: ReadonlyMap<string, Tag>): boolean {
  let above = byName.get(tag.parent ?? '')
  for (let steps = 0; above && steps <= maximumDepth; steps++) {
    if (above === tag) return true
    above = above.parent === undefined ? undefined : byName.get(above.parent)
  }
  return false
}
