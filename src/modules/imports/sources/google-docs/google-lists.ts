import type { Element, ElementContent, Root } from 'hast'
import { classesOf, element, isElement } from '../html-tree.ts'

/** A list that is being put together. */
interface OpenList {
  readonly level: number
  /** Of the class that names the list and its level. */
  readonly name: string
  readonly list: Element
}

/** The editor has nine levels. */
const listClass = /^lst-.+-([0-8])$/

/** Exports write lists one after the other, whatever their levels: puts each where its level belongs. */
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

/** Adds the items of a list; the result are the lists that the next can belong to. */
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
  // The class keeps lists that follow each other apart.
  const list = element(source.tagName, { className: [name], start: source.properties.start }, source.children)
  const item = above.at(-1)?.list.children.findLast(isElement)
  if (item) item.children.push(list)
  else root.push(list)
  return [...above, { level, name, list }]
}
