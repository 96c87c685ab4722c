import type { Element, ElementContent, Root, RootContent } from 'hast'
import { element, isElement, type Rule, text, textIn } from '../html/tree/tree.ts'

const marks = new Set(['strong', 'b', 'em', 'i', 's', 'del', 'code'])

const isMark = (node: RootContent | undefined): node is Element => isElement(node) && marks.has(node.tagName)

/**
 * Merges adjacent marks of the same kind and moves leading and trailing spaces out of marks. Word processors
 * mark each run of text separately, including its spaces, which Markdown delimiters cannot represent.
 */
export function normalizeMarks(node: Root | Element): void {
  node.children = joinMarks(node.children).flatMap((child): ElementContent[] => {
    if (!isElement(child)) return child.type === 'text' ? [child] : []
    if (child.tagName === 'pre') return [child]
    normalizeMarks(child)
    return isMark(child) ? moveSpacesOutside(child) : [child]
  })
}

function joinMarks(children: readonly RootContent[]): RootContent[] {
  const joined: RootContent[] = []
  for (const child of children) {
    const last = joined.at(-1)
    if (isMark(child) && isMark(last) && last.tagName === child.tagName)
      joined[joined.length - 1] = { ...last, children: [...last.children, ...child.children] }
    else joined.push(child)
  }
  return joined
}

function moveSpacesOutside(mark: Element): ElementContent[] {
  const value = textIn(mark)
  if (value.trim() === '' && !mark.children.some(isElement)) return value === '' ? [] : [text(value)]
  const [first] = mark.children
  const before = first?.type === 'text' ? (/^\s+/.exec(first.value)?.[0] ?? '') : ''
  if (first?.type === 'text') first.value = first.value.slice(before.length)
  const last = mark.children.at(-1)
  const after = last?.type === 'text' ? (/\s+$/.exec(last.value)?.[0] ?? '') : ''
  if (last?.type === 'text' && after) last.value = last.value.slice(0, -after.length)
  return [...(before ? [text(before)] : []), mark, ...(after ? [text(after)] : [])]
}

/** Removes bold from headings, which are bold by default. */
export const unboldHeadings: Rule = (node) => {
  if (!/^h[1-6]$/.test(node.tagName)) return undefined
  const children = node.children.flatMap((child) =>
    isElement(child) && child.tagName === 'strong' ? child.children : [child],
  )
  return [element(node.tagName, node.properties, children)]
}
