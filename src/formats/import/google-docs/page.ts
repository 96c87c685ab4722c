import type { Element, ElementContent, Root } from 'hast'
import { normalizeMarks } from '../docx/inline-marks.ts'
import {
  type DocumentPage,
  extractHeader,
  footnote,
  footnoteReference,
  isFootnoteReference,
  linkHeadings,
  replaceNonBreakingSpaces,
  writePage,
} from '../docx/page-tree.ts'
import {
  applyRules,
  attributeOf,
  element,
  elementsIn,
  findElement,
  hasClass,
  isElement,
  lineOf,
  parseHtml,
  type Rule,
  text,
  textIn,
} from '../html/tree/tree.ts'
import { nestLists } from './lists.ts'
import { isCodeLine, writeMarks } from './styles.ts'

/** Returns the URL on the page for an image URL in the export, or null to omit the image. */
export type ResolveImage = (source: string) => string | null

/** Reads a page from the HTML export of Google Docs. `path` is the path of its file. */
export function readGoogleHtml(html: string, path: string, resolveImage: ResolveImage): DocumentPage {
  const root = parseHtml(html, path)
  const name = findElement(root, ({ tagName }) => tagName === 'title')
  const nameText = name && lineOf(name)
  writeMarks(root)
  const body = findElement(root, ({ tagName }) => tagName === 'body') ?? root
  applyRules(body, [
    dropCommentReferences,
    dropBoilerplate,
    unwrapLink,
    (node) => writeImage(node, resolveImage),
  ])
  body.children = (body.children as ElementContent[]).filter((child) => !isComment(child))
  replaceNonBreakingSpaces(body)
  const notes = extractNotes(body)
  nestLists(body)
  normalizeMarks(body)
  joinCode(body)
  const header = extractHeader(
    body,
    (node) => hasClass(node, 'title'),
    (node) => hasClass(node, 'subtitle'),
  )
  body.children.push(...notes)
  linkHeadings(body, writeReference)
  return { ...header, title: header.title || nameText || undefined, markdown: writePage(body, path) }
}

const isCommentLink = (node: ElementContent) =>
  isElement(node) && node.tagName === 'a' && /^#cmnt/.test(attributeOf(node, 'href') ?? '')

/** Removes references to comments. The comments themselves are at the end of the page, one `<div>` each. */
const dropCommentReferences: Rule = (node) => {
  if (isCommentLink(node) && /^cmnt_ref/.test(attributeOf(node, 'id') ?? '')) return []
  if (node.tagName === 'sup' && node.children.length === 0) return []
  return undefined
}

const isComment = (node: ElementContent) =>
  isElement(node) && node.tagName === 'div' && findElement(node, isCommentBody) !== undefined

const isCommentBody = (node: Element) => isCommentLink(node) && /^cmnt\d/.test(attributeOf(node, 'id') ?? '')

/**
 * Removes page breaks, which are exported as hidden lines, and the private-use characters at the start and end
 * of code blocks.
 */
const dropBoilerplate: Rule = (node) => {
  if (/^(?:style|script|head|title|meta)$/.test(node.tagName)) return []
  if (node.tagName === 'hr' && /page-break|display:\s*none/.test(attributeOf(node, 'style') ?? '')) return []
  node.children = node.children.map((child) =>
    child.type === 'text' ? text(child.value.replace(/[\ue000-\uf8ff]/g, '')) : child,
  )
  return undefined
}

/** Replaces links through the Google redirect page by their target. */
const unwrapLink: Rule = (node) => {
  const href = attributeOf(node, 'href')
  if (node.tagName !== 'a' || href === undefined) return undefined
  const url = URL.parse(href)
  const isWrapped = /^(?:www\.)?google\.com$/.test(url?.hostname ?? '') && url?.pathname === '/url'
  const target = isWrapped ? url?.searchParams.get('q') : undefined
  return target ? [element('a', { ...node.properties, href: target }, node.children)] : undefined
}

function writeImage(node: Element, resolveImage: ResolveImage): ElementContent[] | undefined {
  if (node.tagName !== 'img') return undefined
  const url = resolveImage(attributeOf(node, 'src') ?? '')
  const alt = attributeOf(node, 'alt') || attributeOf(node, 'title') || ''
  return url ? [element('img', { src: url, alt }, [])] : []
}

/** Removes the footnotes and the line above them, and returns them as paragraphs. */
function extractNotes(body: Root | Element): Element[] {
  const notes: Element[] = []
  const children = (body.children as ElementContent[]).filter((child) => {
    const label = isElement(child) ? labelOfNote(child) : undefined
    if (label === undefined || !isElement(child)) return true
    applyRules(child, [dropBackLink])
    notes.push(footnote(label, withoutSpace(child).children))
    return false
  })
  if (notes.length > 0) {
    const line = children.findLastIndex(isElement)
    const last = children[line]
    if (isElement(last) && last.tagName === 'hr') children.splice(line, 1)
  }
  body.children = children
  return notes
}

function labelOfNote(node: Element): string | undefined {
  if (node.tagName !== 'div') return undefined
  const anchor = findElement(
    node,
    ({ tagName, properties }) => tagName === 'a' && /^ftnt\d+$/.test(`${properties.id}`),
  )
  return anchor && attributeOf(anchor, 'id')?.slice('ftnt'.length)
}

const dropBackLink: Rule = (node) =>
  node.tagName === 'a' && /^#ftnt_ref/.test(attributeOf(node, 'href') ?? '') ? [] : undefined

/** Removes the space after the number of a note. */
function withoutSpace(note: Element): Element {
  const first = [...elementsIn(note), note]
    .flatMap(({ children }) => children)
    .find(({ type }) => type === 'text')
  if (first?.type === 'text') first.value = first.value.trimStart()
  return note
}

const writeReference: Rule = (node) => {
  if (node.tagName === 'sup' && node.children.some(isFootnoteReference)) return node.children
  const label = /^ftnt_ref(\d+)$/.exec(attributeOf(node, 'id') ?? '')?.[1]
  return node.tagName === 'a' && label !== undefined ? [footnoteReference(label)] : undefined
}

/** Merges consecutive code paragraphs into one code block. A single one stays inline code. */
function joinCode(node: Root | Element): void {
  const children: ElementContent[] = []
  let lines: Element[] = []
  const close = () => {
    if (lines.length > 1)
      children.push(element('pre', {}, [text(lines.map((line) => textIn(line)).join('\n'))]))
    else children.push(...lines)
    lines = []
  }
  for (const child of node.children as ElementContent[]) {
    if (isElement(child) && isCodeLine(child)) {
      lines.push(child)
      continue
    }
    if (lines.length > 0 && child.type === 'text' && child.value.trim() === '') continue
    close()
    if (isElement(child) && child.tagName !== 'pre') joinCode(child)
    children.push(child)
  }
  close()
  node.children = children
}
