import type { Element, ElementContent, Root } from 'hast'
import { classesOf, element, isElement } from '../html/tree/tree.ts'

/** A list to which further items can be added. */
interface OpenList {
  readonly level: number
  /** The class that identifies the list and its level. */
  readonly name: string
  readonly list: Element
}

/** Matches the class of a list. The editor has nine levels. */
const listClass = /^lst-.+-([0-8])$/

/** Nests lists by their levels, which an export writes as a flat sequence of lists. */
export function nestLists(node: Root | Element): void {
  const children: ElementContent[] = []
  let open: OpenList[] = []
  for (const child of node.children as ElementContent[]) {
    const name = isElement(child) ? classesOf(child).find((value) => listClass.test(value)) : undefined
    if (name !== undefined && isElement(child)) {
      open = addList(open, child, name, children)
      continue
    }
    if (isElement(child)) nestLists(child)
    if (child.type !== 'text' || child.value.trim() !== '') open = []
    children.push(child)
  }
  node.children = children
}

/** Adds the items of a list. Returns the lists that the next one can continue or be nested in. */
function addList(
  open: readonly OpenList[],
  source: Element,
  name: string,
  root: ElementContent[],
): OpenList[] {
  const level = Number(listClass.exec(name)?.[1] ?? 0)
  const above = open.filter((list) => list.level < level)
  const same = open.find((list) => list.level === level && list.name === name)
  if (same) {
    for (const item of source.children) same.list.children.push(item)
    return [...above, same]
  }
  // The class prevents separate lists that follow each other from being merged.
  const list = element(source.tagName, { className: [name], start: source.properties.start }, source.children)
  const item = above.at(-1)?.list.children.findLast(isElement)
  if (item) item.children.push(list)
  else root.push(list)
  return [...above, { level, name, list }]
}
