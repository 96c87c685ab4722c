import type { Content, ContentText, TableCell } from 'pdfmake/interfaces.js'
import { renderBlocks } from './blocks.ts'
import { isReadable, printable, printableLine } from './characters.ts'
import { pageDestination } from './destinations.ts'
import { emojiText } from './inlines.ts'
import type { PdfDefinition } from './layout.ts'
import { pdfLimits } from './limits.ts'
import type { PreparedImages } from './prepare-images.ts'
import { type SharedResources, safeUrl } from './render-context.ts'
import { leaves } from './runs.ts'
import type { PdfInput, PdfPage } from './source.ts'
import { colors, contentHeight, contentWidth, pageLayout, sizes } from './styles.ts'
import { headingTag, type Tag } from './tags.ts'
import { dayIn, type PdfTexts, pdfTexts } from './texts.ts'

export interface DefinitionOptions {
  /** Disabled in tests, to read the content of the PDF. */
  readonly compress?: boolean
}

/** Creates the document definition: title page, table of contents and pages. */
export function pdfDefinition(
  input: PdfInput,
  { byFile, byKey }: PreparedImages,
  { compress = true }: DefinitionOptions = {},
): PdfDefinition {
  const { pages, references, destinations, createdAt, language, fontOrder, diagrams } = input
  const resources: SharedResources = {
    destinations,
    references,
    images: byFile,
    texts: pdfTexts(language),
    diagrams,
  }
  const title = printableLine(input.title, pdfLimits.titleCharacters) || resources.texts.untitled
  return {
    title,
    createdAt,
    language,
    compress,
    front: [titlePage(title, input, resources), ...contents(pages, resources)],
    parts: pageContents(pages, resources),
    footer: (page, count) => footer(page, count, title),
    defaultStyle: { font: 'Roboto', fontSize: sizes.text, lineHeight: 1.25, color: colors.text },
    images: byKey,
    fontOrder,
  }
}

function* pageContents(pages: readonly PdfPage[], resources: SharedResources): Generator<Content[]> {
  const outline = new Outline()
  for (const [index, page] of pages.entries())
    if (page.type !== 'LINK') yield pageContent(page, index, resources, outline)
}

function titlePage(
  title: string,
  { subtitle, createdAt, language, pages }: PdfInput,
  { texts }: SharedResources,
): Content {
  const stack: Content[] = [
    { tag: headingTag(0), text: title, fontSize: title.length > 60 ? 24 : 32, bold: true, lineHeight: 1.1 },
    { text: subtitle ? printableLine(subtitle, 1000) : '', fontSize: 14, color: colors.faint, marginTop: 10 },
    {
      canvas: [{ type: 'line', x1: 0, y1: 0, x2: 60, y2: 0, lineWidth: 2, lineColor: colors.link }],
      marginTop: 18,
    },
    { text: dayIn(createdAt, language), color: colors.faint, marginTop: 14 },
  ]
  if (pages.length === 0) stack.push({ text: texts.noPages, marginTop: 40 })
  return { stack, marginTop: contentHeight * 0.28 }
}

/** Renders the table of contents, with a row for each page and its page number in the PDF. */
function contents(pages: readonly PdfPage[], resources: SharedResources): Content[] {
  if (pages.length === 0) return []
  return [
    {
      tag: headingTag(0),
      text: resources.texts.contents,
      fontSize: 20,
      bold: true,
      pageBreak: 'before',
      marginBottom: 12,
    },
    {
      tag: { type: 'TOC' },
      table: { widths: [contentWidth - 40, 40], body: pages.map((page) => contentsRow(page, resources)) },
      layout: {
        defaultBorder: false,
        paddingLeft: () => 0,
        paddingRight: () => 0,
        paddingTop: () => 1,
        paddingBottom: () => 1,
      },
    },
  ]
}

function contentsRow(page: PdfPage, { destinations, texts }: SharedResources): TableCell[] {
  const depth = Math.min(Math.max(page.depth, 0), 8)
  const isTop = depth === 0
  const tag: Tag = { type: 'Reference' }
  const style = { tag, bold: isTop, marginLeft: depth * 14, marginTop: isTop ? 5 : 0 }
  const name = destinations.ofPage(page.id)
  const link = safeUrl(page.href)
  if (page.type === 'LINK' || name === undefined) {
    const target = link === undefined ? {} : { link, color: colors.link }
    return [{ text: titleOf(page, texts), ...style, ...target }, { text: '' }]
  }
  const { marginTop } = style
  const number = { tag, pageReference: name, alignment: 'right', color: colors.faint, marginTop }
  return [{ text: titleOf(page, texts), linkToDestination: name, ...style }, number as unknown as TableCell]
}

const titleOf = ({ title }: PdfPage, { untitled }: PdfTexts): string =>
  printableLine(title, pdfLimits.titleCharacters) || untitled

/** The outline of the PDF. The parent of a page is the last page with a lower depth. */
class Outline {
  readonly #ancestors: { name: string; depth: number }[] = []

  parentOf(name: string, depth: number): string | undefined {
    while ((this.#ancestors.at(-1)?.depth ?? Number.NEGATIVE_INFINITY) >= depth) this.#ancestors.pop()
    const parent = this.#ancestors.at(-1)?.name
    this.#ancestors.push({ name, depth })
    return parent
  }
}

function pageContent(page: PdfPage, index: number, resources: SharedResources, outline: Outline): Content[] {
  const name = pageDestination(index)
  const context = { resources, pageId: page.id, width: contentWidth, depth: 0, textDepth: 0 }
  const document = page.document.unpack()
  resources.destinations.enter(document, name)
  return [
    ...pageHead(page, titleOf(page, resources.texts), name, index === 0, outline.parentOf(name, page.depth)),
    ...renderBlocks(document.nodes, context),
  ]
}

function pageHead(
  page: PdfPage,
  title: string,
  name: string,
  isFirst: boolean,
  parent: string | undefined,
): Content[] {
  const isTop = page.depth <= 0 || isFirst
  const head: ContentText & Record<string, unknown> = {
    tag: headingTag(0),
    text: emojiPrefix(page.emoji) + title,
    id: name,
    outline: true,
    outlineText: title,
    outlineExpanded: true,
    ...(parent === undefined ? {} : { outlineParentId: parent }),
    ...(isTop ? { pageBreak: 'before' as const } : {}),
    fontSize: isTop ? 24 : 20,
    bold: true,
    lineHeight: 1.15,
    marginTop: isTop ? 0 : 26,
    marginBottom: page.description ? 6 : 12,
  }
  const description = page.description
    ? leaves([{ text: printable(page.description) }], descriptionStyle)
    : []
  // The title is one line and therefore never separated; the description can be of any length.
  return [head, ...description]
}

const descriptionStyle = { fontSize: 12, color: colors.faint, marginBottom: 14 }

function emojiPrefix(emoji: string | null | undefined): string {
  const text = emoji ? emojiText(emoji) : ''
  return text !== '' && !text.startsWith(':') && isReadable(text) ? `${text} ` : ''
}

/** Renders the footer of all pages but the title page. */
function footer(page: number, count: number, title: string): Content {
  if (page === 1) return { text: '' }
  return {
    columns: [
      { text: printableLine(title, 80), width: '*' },
      { text: `${page} / ${count}`, width: 80, alignment: 'right' },
    ],
    fontSize: sizes.small - 0.5,
    color: colors.faint,
    margin: [pageLayout.margins[0], 26, pageLayout.margins[2], 0],
  }
}
