import type { Element, ElementContent, Root } from 'hast'
import {
  attributeOf,
  findElement,
  hasClass,
  isElement,
  lineOf,
  parseHtml,
  type Rule,
} from '../html/tree/tree.ts'
import { numberLists } from './numbered-lists.ts'
import {
  type DocumentPage,
  extractHeader,
  footnote,
  footnoteReference,
  isFootnoteReference,
  linkHeadings,
  replaceHeadingSpaces,
  writePage,
} from './page-tree.ts'
import { subtitleClass, titleClass } from './word-html.ts'

/** Reads a page from the HTML of the converter. `path` is the path of the document. */
export function readWordHtml(html: string, path: string): DocumentPage {
  const root = parseHtml(html, path)
  const body = findElement(root, ({ tagName }) => tagName === 'body') ?? root
  const notes = extractNotes(body)
  numberLists(body)
  replaceHeadingSpaces(body)
  const header = extractHeader(
    body,
    (node) => hasClass(node, titleClass),
    (node) => hasClass(node, subtitleClass),
  )
  for (const [index, note] of notes.entries()) body.children.push(footnote(`${index + 1}`, note.children))
  linkHeadings(body, writeReference)
  return { ...header, markdown: writePage(body, path) }
}

/**
 * Removes and returns the footnotes and endnotes. The converter puts them in a list at the end, in the order of
 * their references.
 */
function extractNotes(body: Root | Element): Element[] {
  const list = [...body.children].filter((child) => isElement(child)).findLast(isNoteList)
  if (!list) return []
  body.children = body.children.filter((child): child is ElementContent => child !== list)
  return list.children.filter(isElement)
}

const isNoteList = ({ tagName, children }: Element) =>
  tagName === 'ol' &&
  children.length > 0 &&
  children.every((item) => isElement(item) && /^(?:foot|end)note-/.test(attributeOf(item, 'id') ?? ''))

const noteReferenceId = /^(?:foot|end)note-ref-/

/**
 * Converts a reference, `<sup><a id="footnote-ref-1">[1]</a></sup>`, and removes the link back to it at the end
 * of the note.
 */
const writeReference: Rule = (node) => {
  if (node.tagName === 'sup' && node.children.some(isFootnoteReference)) return node.children
  if (node.tagName !== 'a') return undefined
  if (noteReferenceId.test(attributeOf(node, 'href')?.slice(1) ?? '')) return []
  if (!noteReferenceId.test(attributeOf(node, 'id') ?? '')) return undefined
  return [footnoteReference(lineOf(node).replace(/\D/g, ''))]
}
