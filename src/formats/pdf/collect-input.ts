import { getOrCreate } from '../../base/get-or-create.ts'
import type { Diagram } from '../../diagrams/draw-diagram.ts'
import { fontOrder, scriptCharacter } from '../../letters/script-fonts.ts'
import { expressionText } from '../expressions/expression-text.ts'
import { formatContentRef } from '../page/model/content-references.ts'
import { referenceInCell, relativeUrls, withTargets } from '../page/model/document-references.ts'
import { shownDocument } from '../page/model/shown-document.ts'
import { type DocumentNode, walkDocument } from '../page/model/walk-document.ts'
import { markdownToDocument } from '../page/read/markdown-to-document.ts'
import { withSpecSections } from '../page/spec-sections.ts'
import type { ContentRef, JSONDocument, Table } from '../page/types.ts'
import { Destinations, pageDestination } from './destinations.ts'
import { sourceOfDiagram } from './diagrams.ts'
import { pdfLimits } from './limits.ts'
import { jsonOf, PackedDocument } from './packed-document.ts'
import type { OutgoingReference, PdfFile, PdfInput, PdfPage, PdfSource, SourceBody } from './source.ts'
import { pdfTexts } from './texts.ts'

export interface PdfResources {
  /** Returns the URLs and labels of references, in the same order. */
  readonly references: (refs: readonly ContentRef[]) => Promise<readonly OutgoingReference[]>
  readonly file: (fileId: string) => Promise<PdfFile | null>
  /** Draws diagrams of Mermaid, in the same order. */
  readonly diagrams: (sources: readonly string[]) => Promise<readonly (Diagram | null)[]>
  /** Returns the references to the pages that relative URLs of a page lead to, in the same order. */
  readonly pages: (pageId: string, urls: readonly string[]) => Promise<readonly (ContentRef | undefined)[]>
}

export type CollectedSource = Pick<
  PdfSource,
  'title' | 'subtitle' | 'createdAt' | 'language' | 'pages' | 'reusable' | 'variables' | 'specSections'
>

/** Parses the pages, and reads everything that they refer to. */
export async function collectInput(
  {
    pages,
    title,
    subtitle,
    createdAt,
    language,
    reusable = new Map(),
    variables = {},
    specSections = new Map(),
  }: CollectedSource,
  resources: PdfResources,
): Promise<PdfInput> {
  const references = new Map<string, ContentRef>()
  const images = new Set<string>()
  const destinations = new Destinations()
  const scripts = new Set<string>()
  const diagrams = new Set<string>()
  const trees = new Map<string, JSONDocument>()
  const treeOfReusable = (id: string) => {
    const body = reusable.get(id)
    return body && getOrCreate(trees, id, () => treeOf(body))
  }
  const addScripts = (text = '') => {
    for (const [character] of text.matchAll(scriptCharacters)) scripts.add(character)
  }
  const parsed: PdfPage[] = []
  for (const [index, { body, variables: ofPage = {}, ...page }] of pages.entries()) {
    const names = { space: variables, page: ofPage, claims: {} }
    const written = shownDocument(treeOf(body), {
      ...(reusable.size > 0 && { reusable: treeOfReusable }),
      evaluate: (expression) => expressionText(expression, names),
    })
    const document = await withPageLinks(page.id, withSpecSections(written, specSections), resources)
    for (const node of walkDocument(document)) {
      for (const ref of referencesOf(node)) references.set(formatContentRef(ref), ref)
      for (const fileId of imageFilesOf(node)) images.add(fileId)
      const diagram = node.object === 'block' ? sourceOfDiagram(node) : undefined
      if (diagram !== undefined) diagrams.add(diagram)
    }
    if (page.type !== 'LINK') destinations.add(page, document, pageDestination(index))
    const json = jsonOf(document)
    for (const text of [page.title, page.description ?? '', json]) addScripts(text)
    parsed.push({ ...page, document: new PackedDocument(document, json) })
  }
  const outgoing = await resources.references([...references.values()])
  const found = [...references.keys()].map(
    (key, index) => [key, outgoing[index] as OutgoingReference] as const,
  )
  const added = Object.values(pdfTexts(language))
  for (const text of [title, subtitle, ...added, ...outgoing.map(({ label }) => label)]) addScripts(text)
  return {
    title,
    subtitle,
    createdAt,
    language,
    pages: parsed,
    files: await readImages(images, resources),
    references: new Map(found),
    destinations,
    fontOrder: fontOrder([...scripts].join('')),
    diagrams: await drawDiagrams([...diagrams].slice(0, pdfLimits.diagrams), resources),
  }
}

const treeOf = (body: SourceBody): JSONDocument =>
  'tree' in body ? body.tree : markdownToDocument(body.markdown)

async function drawDiagrams(
  sources: readonly string[],
  resources: PdfResources,
): Promise<ReadonlyMap<string, Diagram>> {
  if (sources.length === 0) return new Map()
  const drawn = await resources.diagrams(sources)
  return new Map(sources.flatMap((source, index) => (drawn[index] ? [[source, drawn[index]] as const] : [])))
}

/** Replaces the relative URLs of a page by references to the pages that they lead to. */
async function withPageLinks(
  pageId: string,
  document: JSONDocument,
  resources: PdfResources,
): Promise<JSONDocument> {
  const urls = relativeUrls(document)
  if (urls.length === 0) return document
  const found = await resources.pages(pageId, urls)
  const targets = new Map<string, ContentRef>()
  for (const [index, url] of urls.entries()) {
    const target = found[index]
    if (target) targets.set(url, target)
  }
  return targets.size === 0 ? document : withTargets(document, targets)
}

const scriptCharacters = new RegExp(scriptCharacter, 'gv')

async function readImages(
  fileIds: ReadonlySet<string>,
  resources: PdfResources,
): Promise<Map<string, PdfFile>> {
  const files = new Map<string, PdfFile>()
  let remainingBytes: number = pdfLimits.allImageBytes
  for (const fileId of fileIds) {
    const file = await resources.file(fileId)
    if (!file) continue
    const isUsable = file.bytes.length <= Math.min(remainingBytes, pdfLimits.imageBytes)
    if (isUsable) remainingBytes -= file.bytes.length
    files.set(fileId, isUsable ? file : { ...file, bytes: new Uint8Array() })
  }
  return files
}

function* referencesOf(node: DocumentNode): Generator<ContentRef> {
  if (node.object === 'fragment') return
  if (node.object === 'block' && node.type === 'table') yield* tableReferences(node)
  else if ('data' in node && node.data && 'ref' in node.data && node.data.ref) yield node.data.ref
}

function* tableReferences({ data: { records, definition } }: Table): Generator<ContentRef> {
  for (const { values } of Object.values(records)) {
    for (const [columnId, value] of Object.entries(values)) {
      if (Array.isArray(value)) yield* listedReferences(value, definition[columnId]?.type)
      else {
        const reference = referenceInCell(value)
        if (reference) yield reference
      }
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
    else {
      const reference = referenceInCell(cover)
      if (reference?.kind === 'file') yield reference.file
    }
  }
}
