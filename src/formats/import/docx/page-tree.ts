import type { Element, ElementContent, Root } from 'hast'
import { HeadingAnchors } from '../../page/model/heading-anchors.ts'
import { text as documentText } from '../../page/model/nodes.ts'
import { writeHtmlMarks } from '../html/tree/marks.ts'
import { treeToMarkdown } from '../html/tree/to-markdown.ts'
import {
  applyRules,
  attributeOf,
  codeBlock,
  element,
  elementsIn,
  flattenCells,
  isElement,
  lineOf,
  mergeLists,
  type Rule,
  textIn,
} from '../html/tree/tree.ts'
import { normalizeMarks, unboldHeadings } from './inline-marks.ts'

export interface DocumentPage {
  readonly title?: string
  readonly description?: string
  readonly markdown: string
}

const isHeading = ({ tagName }: Element) => /^h[1-6]$/.test(tagName)

const isEmpty = (node: Element) => lineOf(node) === '' && ![...elementsIn(node)].some(isVisible)

const isVisible = ({ tagName }: Element) => /^(?:img|input|hr|x-block|x-inline)$/.test(tagName)

/** Removes and returns the title and the description. Empty headings and paragraphs are removed too. */
export function extractHeader(
  body: Root | Element,
  isTitle: (element: Element) => boolean,
  isDescription: (element: Element) => boolean,
): { title?: string; description?: string } {
  const children = body.children.filter((child) => !isElement(child) || !isEmptyTextBlock(child))
  const elements = children.filter(isElement)
  const titles = [...elements.filter(isTitle), ...elements.filter(({ tagName }) => tagName === 'h1')]
  const [title] = titles
  const description = elements.find(isDescription)
  const [first] = elements
  const isTaken = title !== undefined && (isTitle(title) || title === first)
  body.children = children.filter(
    (child) => child !== description && !(isTaken && child === title),
  ) as ElementContent[]
  return {
    title: title && withoutReferences(title),
    description: description && withoutReferences(description),
  }
}

const isEmptyTextBlock = (node: Element) => (isHeading(node) || node.tagName === 'p') && isEmpty(node)

/** Returns the text without footnote references, which a title cannot contain. */
const withoutReferences = (node: Element): string =>
  lineOf({ ...node, children: node.children.filter((child) => !isElement(child) || child.tagName !== 'sup') })

/**
 * Rewrites links within the page to the anchor of their target heading, or of the heading above their target.
 * Links to unsupported URLs become text. `references` is applied first, to replace footnote links.
 */
export function linkHeadings(body: Root | Element, references: Rule): void {
  const anchors = anchorsById(body)
  applyRules(body, [
    references,
    (node) => {
      if (node.tagName !== 'a') return undefined
      const url = attributeOf(node, 'href')?.trim()
      if (url?.startsWith('#')) {
        const anchor = anchors.get(url.slice(1))
        return anchor ? [element('a', { href: `#${anchor}` }, node.children)] : node.children
      }
      return url && isAllowedUrl(url) ? [element('a', { href: url }, node.children)] : node.children
    },
  ])
}

/** Returns whether a URL is kept. Documents can contain URLs of local files and scripts. */
const isAllowedUrl = (url: string) => /^(?:https?:\/\/|mailto:|tel:)/i.test(url)

function anchorsById(body: Root | Element): Map<string, string> {
  const headingAnchors = new HeadingAnchors()
  const anchors = new Map<string, string>()
  const inTables = new Set<Element>()
  let current: string | undefined
  for (const node of elementsIn(body)) {
    if (node.tagName === 'table' && !inTables.has(node))
      for (const cell of elementsIn(node)) inTables.add(cell)
    if (isHeading(node) && !inTables.has(node))
      current = headingAnchors.anchorOf({
        object: 'block',
        type: 'heading-1',
        isVoid: false,
        data: {},
        nodes: [documentText(lineOf(node))],
      })
    const id = attributeOf(node, 'id')
    if (id && current && !anchors.has(id)) anchors.set(id, current)
  }
  return anchors
}

/** Serializes a page whose title and footnotes were extracted before. */
export function writePage(body: Root | Element, path: string): string {
  normalizeMarks(body)
  applyRules(body, [
    writeHtmlMarks,
    unboldHeadings,
    writeCode,
    dropEmpty,
    writeTask,
    addTableHead,
    flattenCells,
  ])
  mergeLists(body)
  return treeToMarkdown(body, path)
}

const writeCode: Rule = (node) =>
  node.tagName === 'pre' ? [codeBlock(textIn(node).replace(/\s+$/, ''), '')] : undefined

const dropEmpty: Rule = (node) => {
  if (node.tagName === 'img' && !attributeOf(node, 'src')) return []
  return isEmptyTextBlock(node) ? [] : undefined
}

/** Converts a paragraph that begins with a checkbox to a task list. */
const writeTask: Rule = (node) => {
  const [box] = node.children
  if (node.tagName !== 'p' || !isElement(box) || box.tagName !== 'input') return undefined
  return [element('ul', { className: ['tasks'] }, [element('li', {}, [node])])]
}

/** Makes the first row the header of a table that has none, because Markdown tables require one. */
const addTableHead: Rule = (table) => {
  if (table.tagName !== 'table') return undefined
  if ([...elementsIn(table)].some(({ tagName }) => tagName === 'th')) return undefined
  const rows = [...rowsOf(table)]
  const [head, ...others] = rows
  if (!head) return []
  const cells = head.children.map((cell) => (isElement(cell) ? { ...cell, tagName: 'th' } : cell))
  return [
    element('table', {}, [element('thead', {}, [element('tr', {}, cells)]), element('tbody', {}, others)]),
  ]
}

function* rowsOf(table: Element): Generator<Element> {
  for (const child of table.children) {
    if (!isElement(child)) continue
    if (child.tagName === 'tr') yield child
    else if (/^t(?:head|body|foot)$/.test(child.tagName)) yield* rowsOf(child)
  }
}

/** Creates the paragraph of a footnote definition, with its content on one line. */
export function footnote(label: string, children: readonly ElementContent[]): Element {
  const cell = element('td', {}, children)
  const [line = cell] = flattenCells(cell) ?? []
  const inline = isElement(line) ? line.children : []
  return element('p', {}, [element('x-inline', { markdown: `[^${label}]: ` }, []), ...inline])
}

export const footnoteReference = (label: string): Element =>
  element('x-inline', { markdown: `[^${label}]` }, [])

export const isFootnoteReference = (node: ElementContent): boolean =>
  isElement(node) && node.tagName === 'x-inline' && /^\[\^\d+\]$/.test(attributeOf(node, 'markdown') ?? '')

/** Replaces non-breaking spaces in headings, because they would become part of the anchors. */
export function replaceHeadingSpaces(body: Root | Element): void {
  for (const heading of elementsIn(body)) if (isHeading(heading)) replaceNonBreakingSpaces(heading)
}

export function replaceNonBreakingSpaces(node: Root | Element): void {
  for (const child of node.children) {
    if (child.type === 'text') child.value = child.value.replaceAll('\u00a0', ' ')
    else if (isElement(child)) replaceNonBreakingSpaces(child)
  }
}
