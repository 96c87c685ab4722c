import type { Element, ElementContent, Root } from 'hast'
import { tidyMarks } from '../docx/inline-marks.ts'
import {
  type DocumentPage,
  footnote,
  footnoteReference,
  isFootnoteReference,
  linkHeadings,
  replaceSpaces,
  takeHeader,
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
} from '../html-tree.ts'
import { nestLists } from './google-lists.ts'
import { isCodeLine, writeMarks } from './google-styles.ts'

/** Gives the address on the page of the picture at an address in the export; null leaves the picture out. */
export type PictureAddress = (source: string) => string | null

/** What a web page that Google Docs exported says; `path` is that of its file. */
export function readGoogleHtml(html: string, path: string, addressOf: PictureAddress): DocumentPage {
  const root = parseHtml(html, path)
  const name = findElement(root, ({ tagName }) => tagName === 'title')
  const nameText = name && lineOf(name)
  writeMarks(root)
  const body = findElement(root, ({ tagName }) => tagName === 'body') ?? root
  applyRules(body, [
    dropCommentReferences,
    dropFurniture,
    unwrapLink,
    (node) => writePicture(node, addressOf),
  ])
  body.children = (body.children as ElementContent[]).filter((child) => !isComment(child))
  replaceSpaces(body)
  const notes = takeNotes(body)
  nestLists(body)
  tidyMarks(body)
  joinCode(body)
  const header = takeHeader(
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

/** Comments are referred to by letters, and stand at the end, each in a box of its own. */
const dropCommentReferences: Rule = (node) => {
  if (isCommentLink(node) && /^cmnt_ref/.test(attributeOf(node, 'id') ?? '')) return []
  if (node.tagName === 'sup' && node.children.length === 0) return []
  return undefined
}

const isComment = (node: ElementContent) =>
  isElement(node) && node.tagName === 'div' && findElement(node, isCommentBody) !== undefined

const isCommentBody = (node: Element) => isCommentLink(node) && /^cmnt\d/.test(attributeOf(node, 'id') ?? '')

/** Page breaks are invisible lines, and the code blocks of the editor begin and end with signs of its own font. */
const dropFurniture: Rule = (node) => {
  if (/^(?:style|script|head|title|meta)$/.test(node.tagName)) return []
  if (node.tagName === 'hr' && /page-break|display:\s*none/.test(attributeOf(node, 'style') ?? '')) return []
  node.children = node.children.map((child) =>
    child.type === 'text' ? text(child.value.replace(/[\ue000-\uf8ff]/g, '')) : child,
  )
  return undefined
}

/** Links lead over a page that says that one leaves Google. */
const unwrapLink: Rule = (node) => {
  const address = attributeOf(node, 'href')
  if (node.tagName !== 'a' || address === undefined) return undefined
  const url = URL.parse(address)
  const isWrapped = /^(?:www\.)?google\.com$/.test(url?.hostname ?? '') && url?.pathname === '/url'
  const target = isWrapped ? url?.searchParams.get('q') : undefined
  return target ? [element('a', { ...node.properties, href: target }, node.children)] : undefined
}

function writePicture(node: Element, addressOf: PictureAddress): ElementContent[] | undefined {
  if (node.tagName !== 'img') return undefined
  const address = addressOf(attributeOf(node, 'src') ?? '')
  const alt = attributeOf(node, 'alt') || attributeOf(node, 'title') || ''
  return address ? [element('img', { src: address, alt }, [])] : []
}

/** Takes the notes from the end of a page, and the line above them, as paragraphs for its end. */
function takeNotes(body: Root | Element): Element[] {
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

/** Without the space that stood behind the number of a note. */
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

/** Paragraphs of code that follow each other are one block of it; one alone is a line of code. */
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
