import type { ContentRef, JSONDocument, Table, TableValue } from '../types.ts'
import { isRelativeUrl } from './content-references.ts'
import { type DocumentNode, walkDocument } from './walk-document.ts'

/** Returns the references of a single node, without those of its children. */
export function referencesOf(node: DocumentNode): ContentRef[] {
  if (node.object === 'text' || node.object === 'fragment') return []
  if (node.object === 'block' && node.type === 'table') return tableReferences(node)
  const { ref, refDark, url } = node.data as { ref?: ContentRef; refDark?: ContentRef; url?: string }
  const found = [ref, refDark].filter((one) => one !== undefined)
  return url === undefined ? found : [...found, { kind: 'url', url }]
}

function tableReferences({ data }: Table): ContentRef[] {
  const references: ContentRef[] = []
  for (const { values } of Object.values(data.records)) {
    for (const [id, value] of Object.entries(values)) {
      const type = data.definition[id]?.type
      const reference = referenceInCell(value)
      if (reference) references.push(reference)
      else if (Array.isArray(value)) for (const one of value) addId(references, type, one)
    }
  }
  return references
}

/** Returns the relative URLs to which links and the like of a document lead, without those of images. */
export function relativeUrls(document: JSONDocument): string[] {
  const urls = new Set<string>()
  visitUrls(document, (url) => {
    urls.add(url)
    return undefined
  })
  return [...urls]
}

/** Returns a document with the relative URLs replaced that are known. Others stay as they are. */
export function withTargets(document: JSONDocument, targets: ReadonlyMap<string, ContentRef>): JSONDocument {
  const copy = structuredClone(document)
  visitUrls(copy, (url) => targets.get(url))
  return copy
}

/** Calls a function for each relative URL that a link leads to, and sets the reference that it returns. */
function visitUrls(document: JSONDocument, targetOf: (url: string) => ContentRef | undefined): void {
  const targetOfReference = (ref: ContentRef | undefined) =>
    ref?.kind === 'url' && isRelativeUrl(ref.url) ? targetOf(ref.url) : undefined
  for (const node of walkDocument(document)) {
    if (node.object === 'block' && node.type === 'table') visitCells(node, targetOfReference)
    else if (isLinked(node)) node.data.ref = targetOfReference(node.data.ref) ?? node.data.ref
  }
}

function visitCells(
  { data: { definition, records } }: Table,
  targetOf: (ref: ContentRef | undefined) => ContentRef | undefined,
): void {
  const columns = Object.values(definition).filter(({ type }) => type === 'content-ref')
  for (const { values } of Object.values(records))
    for (const { id } of columns) {
      const target = targetOf(referenceInCell(values[id]))
      if (target) values[id] = target
    }
}

/** Returns whether a node leads to content, which may be a page. */
const isLinked = (node: DocumentNode): node is LinkedNode =>
  node.object !== 'fragment' &&
  node.object !== 'text' &&
  ['link', 'content-ref', 'mention', 'button'].includes(node.type)

type LinkedNode = DocumentNode & { data: { ref: ContentRef } }

/** Returns the reference in a cell; undefined for lists of ids and for other values. */
export function referenceInCell(value: TableValue | undefined): ContentRef | undefined {
  if (typeof value !== 'object' || Array.isArray(value)) return undefined
  return 'ref' in value ? value.ref : value
}

function addId(references: ContentRef[], columnType: string | undefined, id: string): void {
  if (columnType === 'files') references.push({ kind: 'file', file: id })
  if (columnType === 'users') references.push({ kind: 'user', user: id })
}
