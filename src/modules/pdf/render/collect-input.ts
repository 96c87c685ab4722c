import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { formatContentRef } from '../../../page-format/content-references.ts'
import type { ContentRef, Table } from '../../../page-format/types.ts'
import { type DocumentNode, walkDocument } from '../../../page-format/walk-document.ts'
import { pdfLimits } from './limits.ts'
import type { PdfFile, PdfInput, PdfPage, PdfSource } from './source.ts'

/** Collects everything that the pages reference. Yields to the event loop between pages and files. */
export async function collectInput(source: PdfSource): Promise<PdfInput> {
  const { title, subtitle, createdAt, pages } = source
  const input: PdfInput = {
    title,
    subtitle,
    createdAt,
    pages: pages.map(copyPage),
    files: new Map(),
    references: new Map(),
  }
  const images = new Set<string>()
  for (const page of pages) {
    for (const node of walkDocument(page.document)) {
      for (const ref of referencesOf(node)) addReference(ref, input, source)
      for (const fileId of imageFilesOf(node)) images.add(fileId)
    }
    await yieldToEventLoop()
  }
  await readImages(images, input, source)
  return input
}

/** Copies the known members of a page. Other members of the object may not be cloneable. */
function copyPage({ id, title, type, depth, emoji, description, path, document, href }: PdfPage): PdfPage {
  const page = {
    id,
    title,
    type,
    depth,
    path,
    document,
    emoji: emoji ?? null,
    description: description ?? null,
  }
  return href === undefined ? page : { ...page, href }
}

function addReference(ref: ContentRef, { references }: PdfInput, source: PdfSource): void {
  const key = formatContentRef(ref)
  if (references.has(key)) return
  references.set(key, { url: source.urlOf(ref), label: source.labelOf?.(ref) })
}

async function readImages(fileIds: Set<string>, { files }: PdfInput, source: PdfSource): Promise<void> {
  let remainingBytes: number = pdfLimits.allImageBytes
  for (const fileId of fileIds) {
    const file = await source.readFile(fileId)
    if (!file) continue
    const isUsable = file.bytes.length <= Math.min(remainingBytes, pdfLimits.imageBytes)
    if (isUsable) remainingBytes -= file.bytes.length
    files.set(fileId, copyFile(file, isUsable))
  }
}

/** Copies a file to its own memory, because a small Buffer is a view of a shared block. */
const copyFile = ({ bytes, contentType, name }: PdfFile, isUsable: boolean): PdfFile => ({
  bytes: isUsable ? new Uint8Array(bytes) : new Uint8Array(),
  contentType,
  name,
})

function* referencesOf(node: DocumentNode): Generator<ContentRef> {
  if (node.object === 'fragment') return
  if (node.object === 'block' && node.type === 'table') yield* tableReferences(node)
  else if ('data' in node && node.data && 'ref' in node.data && node.data.ref) yield node.data.ref
}

function* tableReferences({ data: { records, definition } }: Table): Generator<ContentRef> {
  for (const { values } of Object.values(records)) {
    for (const [columnId, value] of Object.entries(values)) {
      if (Array.isArray(value)) yield* listedReferences(value, definition[columnId]?.type)
      else if (typeof value === 'object') yield value
    }
  }
}

function* listedReferences(ids: readonly string[], type: string | undefined): Generator<ContentRef> {
  for (const id of ids) {
    if (type === 'files') yield { kind: 'file', file: id }
    else if (type === 'users') yield { kind: 'user', user: id }
  }
}

function* imageFilesOf(node: DocumentNode): Generator<string> {
  if (node.object === 'fragment' || node.object === 'text') return
  if (node.type === 'image' || node.type === 'inline-image' || node.type === 'drawing') {
    const { ref } = node.data
    if (ref?.kind === 'file') yield ref.file
  } else if (node.type === 'table') yield* coverFiles(node)
}

function* coverFiles({ data: { view, records } }: Table): Generator<string> {
  if (view.type !== 'cards' || view.coverDefinition === undefined) return
  for (const { values } of Object.values(records)) {
    const cover = values[view.coverDefinition]
    if (Array.isArray(cover)) yield* cover.slice(0, 1)
    else if (typeof cover === 'object' && cover.kind === 'file') yield cover.file
  }
}
