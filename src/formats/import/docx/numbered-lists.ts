import type { Element, ElementContent, Root, RootContent } from 'hast'
import { attributeOf, element, isElement } from '../html/tree/tree.ts'
import { attributeIn, ListNumbers, type ListProperties } from './list-numbers.ts'

/** Names of bookmarks that carry the number of an item. Word allows no hyphen in names, so no document has them. */
const prefix = 'list-number-'

/** The parts of a document that define its lists. */
export interface ListParts {
  readonly numbering: string
  readonly styles: string
}

/**
 * Adds a bookmark with its number to each item of an ordered list in the main part, because the converter does not tell which
 * list an item belongs to.
 */
export function markListItems(document: string, { numbering, styles }: ListParts): string {
  const numbers = new ListNumbers(numbering, styles)
  const pieces: string[] = []
  let from = 0
  let properties: (ListProperties & { isDeleted?: boolean }) | undefined
  // Former properties of a tracked change, and the newer of two forms of a text box, are not read by the converter either.
  let ignored = 0
  for (const match of document.matchAll(
    /<(\/?)(w:(?:pPr|pPrChange|pStyle|ilvl|numId|del)|mc:Choice)(?![\w:])([^<>]*)>/g,
  )) {
    const [tag, slash, name, attributes = ''] = match
    const isEmpty = attributes.endsWith('/')
    if (name === 'w:pPrChange' || name === 'mc:Choice') {
      if (!isEmpty) ignored += slash ? -1 : 1
    } else if (ignored > 0) continue
    else if (name === 'w:pPr' && !slash) properties = isEmpty ? undefined : {}
    else if (name === 'w:pPr' && properties) {
      const number = properties.isDeleted ? undefined : numbers.next(properties)
      properties = undefined
      if (number === undefined) continue
      const end = match.index + tag.length
      pieces.push(document.slice(from, end), `<w:bookmarkStart w:name="${prefix}${number}"/>`)
      from = end
    } else if (properties) readProperty(properties, name ?? '', attributeIn(attributes, 'val'))
  }
  return pieces.join('') + document.slice(from)
}

function readProperty(
  properties: ListProperties & { isDeleted?: boolean },
  name: string,
  value: string | undefined,
): void {
  if (name === 'w:del') properties.isDeleted = true
  else if (name === 'w:pStyle') properties.style = value
  else if (name === 'w:numId') properties.list = value
  else if (name === 'w:ilvl' && /^\d$/.test(value ?? '')) properties.level = Number(value)
}

/** Gives ordered lists the numbers of their items, and removes the bookmarks. A list is split where its numbers jump. */
export function numberLists(node: Root | Element): void {
  node.children = node.children.flatMap((child: RootContent): ElementContent[] => {
    if (!isElement(child)) return child.type === 'text' ? [child] : []
    if (child.tagName === 'a' && numberOf(child) !== undefined) return []
    if (child.tagName !== 'ol') {
      numberLists(child)
      return [child]
    }
    return splitList(child)
  })
}

function numberOf(node: Element): number | undefined {
  const id = attributeOf(node, 'id')
  return id?.startsWith(prefix) && node.tagName === 'a' ? Number(id.slice(prefix.length)) : undefined
}

function splitList(list: Element): Element[] {
  const lists: Element[] = []
  let expected: number | undefined
  for (const item of list.children.filter(isElement)) {
    const number = ownNumber(item)
    numberLists(item)
    if (item.children.length === 0) continue
    const last = lists.at(-1)
    if (last && (number === undefined || number === expected)) last.children.push(item)
    else {
      // A text, because the writer takes the number 0 for none.
      const start = number !== undefined && number !== 1 ? { start: `${number}` } : {}
      // The class keeps a list that follows another from being merged with it.
      const className = [`part-${lists.length}-${number ?? 1}`]
      lists.push(element('ol', { ...list.properties, ...start, className }, [item]))
    }
    expected = number === undefined ? expected && expected + 1 : number + 1
  }
  return lists
}

/** Returns the number of an item itself, not that of the items of lists in it. */
function ownNumber(item: Element): number | undefined {
  for (const child of item.children) {
    if (!isElement(child) || child.tagName === 'ol' || child.tagName === 'ul') continue
    const number = numberOf(child) ?? ownNumber(child)
    if (number !== undefined) return number
  }
  return undefined
}
