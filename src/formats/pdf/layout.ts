import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import pdfmake from 'pdfmake'
import type { Content, Style } from 'pdfmake/interfaces.js'
import svgMeasure from 'pdfmake/js/SVGMeasure.js'
import { type FontName, readScriptFont } from '../../letters/script-fonts.ts'
import { fontFiles, pdfFonts } from './fonts.ts'
import { ReopenedDocument } from './reopened-document.ts'
import { type NeededFonts, setScriptFonts } from './set-script-fonts.ts'
import { StructureElement } from './structure-element.ts'
import { pageLayout } from './styles.ts'
import { TaggedLayout } from './tagged-layout.ts'
import { TaggedRenderer } from './tagged-renderer.ts'
import { setDirections } from './text-direction.ts'

/** The content of a PDF. Its parts are made one after the other, when those before them have been drawn. */
export interface PdfDefinition {
  readonly title: string
  readonly createdAt: Date
  readonly language?: string | undefined
  readonly compress: boolean
  /** The first pages. They may refer to the numbers of pages of the parts. */
  readonly front: Content
  readonly parts: Iterable<Content>
  readonly footer: (page: number, count: number) => Content
  readonly defaultStyle: Style
  /** The images, by the names under which they are shown. */
  readonly images: ReadonlyMap<string, Buffer>
  /** The fonts that characters of other scripts are looked for in. */
  readonly fontOrder: readonly FontName[]
}

/** Files in memory that documents may use. The types of the package lack it. */
const { virtualfs } = pdfmake as unknown as {
  readonly virtualfs: {
    readonly existsSync: (name: string) => boolean
    readonly writeFileSync: (name: string, content: Buffer) => void
  }
}

const { width, height, margins } = pageLayout
const [left, top, right, bottom] = margins

/** The bytes that wait for being read before more are drawn. */
const maximumUnread = 4_000_000

/** The pages that are finished before what they consist of is read. */
const footersAtOnce = 100

/**
 * Lays out and draws a document part by part. pdfmake would keep all of its texts and lines until the end, which takes
 * about 2 MB for a page of 8 kB.
 */
export function layoutPdf(definition: PdfDefinition): ReopenedDocument {
  const { title, createdAt, language, compress, images } = definition
  const options = {
    size: [width, height],
    pdfVersion: '1.7',
    tagged: true,
    compress,
    displayTitle: true,
    lang: language,
    bufferPages: true,
    autoFirstPage: false,
    font: null,
    info: { Title: title, Creator: 'Lectern', Producer: 'Lectern', CreationDate: createdAt },
  }
  const document = new ReopenedDocument(pdfFonts, images, options, virtualfs, (path) => fontFiles.has(path))
  write(document, definition).catch((error: Error) => document.destroy(error))
  return document
}

async function write(
  document: ReopenedDocument,
  { front, parts, footer, defaultStyle, fontOrder }: PdfDefinition,
): Promise<void> {
  const pageSize = { width, height, orientation: 'portrait' }
  const margins = { left, top, right, bottom }
  const builder = new TaggedLayout(document, pageSize, margins, new svgMeasure.default())
  const drawing = new TaggedRenderer(document)
  const setTexts = (content: Content) => {
    const needed = setScriptFonts(content, fontOrder)
    setDirections(content)
    return needed
  }
  const prepare = async (content: Content) => {
    await openScriptFonts(document, setTexts(content))
    return content
  }
  const addSection = () => new StructureElement(document, { type: 'Sect' }, document.structure)
  builder.element = addSection()
  const pages = builder.layoutDocument(await prepare(front), document, {}, defaultStyle)
  const { nodeReferences: referred } = builder.docPreprocessor
  // Their content is drawn when all numbers are known.
  for (const _page of pages) document.addPage()
  let drawn = pages.length
  let undrawn: { readonly section: StructureElement; readonly lastPage: number }[] = []
  const drawUpTo = (end: number) => {
    const finished = pages.slice(drawn, end)
    drawing.renderPages(finished)
    document.packPages(drawn)
    for (const page of finished) page.items = []
    drawn += finished.length
    for (const { section, lastPage } of undrawn) if (lastPage < drawn) section.end()
    undrawn = undrawn.filter(({ lastPage }) => lastPage >= drawn)
  }
  for (const part of parts) {
    const node = builder.docPreprocessor.preprocessBlock(await prepare(part))
    const section = addSection()
    builder.element = section
    builder.processNode(builder.docMeasure.measureDocument(node))
    numberPages(referred, builder.docPreprocessor.nodeReferences)
    builder.linearNodeList = []
    const { page } = builder.writer.context()
    undrawn.push({ section, lastPage: page })
    drawUpTo(page)
    await untilRead(document)
  }
  drawUpTo(pages.length)
  builder.element = undefined
  // All footers have the same text, besides numbers.
  await prepare(footer(2, 2))
  document.reopenPages()
  for (let first = 1; first <= pages.length; first += footersAtOnce) {
    const next = first + footersAtOnce
    builder.addHeadersAndFooters(undefined, (page, count) => {
      if (page < first || page >= next) return null
      const content = footer(page, count)
      setTexts(content)
      return content
    })
    const finished = pages.slice(first - 1, next - 1)
    drawing.renderPages(finished)
    for (const page of finished) page.items = []
    builder.linearNodeList = []
    document.writeReopenedPages()
    await untilRead(document)
  }
  document.end()
}

/** Resolves, after a turn of the event loop, when so little waits for being read that more may be drawn. */
async function untilRead(document: ReopenedDocument): Promise<void> {
  do await yieldToEventLoop()
  while (document.readableLength > maximumUnread && !document.destroyed)
}

type NodeReferences = TaggedLayout['docPreprocessor']['nodeReferences']

/** Tells what refers to nodes where they are. */
function numberPages(referred: NodeReferences, placed: NodeReferences): void {
  for (const [id, { _nodeRef: node }] of Object.entries(placed)) {
    const reference = referred[id]?._nodeRef
    if (reference) reference.positions = node.positions?.slice(0, 1)
  }
}

/** Reads the fonts that are not open. They stay open, about 150 kB each, because the next document needs them too. */
async function openScriptFonts(document: ReopenedDocument, needed: NeededFonts): Promise<void> {
  for (const [file, weights] of needed) {
    const names = { normal: `${file}-normal`, bold: `${file}-bold` }
    for (const weight of weights) {
      if (!virtualfs.existsSync(names[weight]))
        virtualfs.writeFileSync(names[weight], await readScriptFont(file, weight))
    }
    const { normal, bold } = names
    document.fonts[file] = { normal, bold, italics: normal, bolditalics: bold }
  }
}
