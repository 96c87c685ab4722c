import type { Content } from 'pdfmake/interfaces.js'
import { headingLevel, plainText } from '../page/model/nodes.ts'
import { isOpaque } from '../page/model/opaque.ts'
import { updateDate } from '../page/model/update-data.ts'
import { walkDocument } from '../page/model/walk-document.ts'
import { codeOfDiagram } from '../page/read/diagrams.ts'
import type {
  Block,
  Heading,
  If,
  InlineNode,
  Integration,
  Prompt,
  TextAlignment,
  Update,
  UpdatesFormat,
} from '../page/types.ts'
import { box, boxIndent } from './boxes.ts'
import { printable } from './characters.ts'
import { codeContent } from './code.ts'
import { columnsContent, expandableContent, stepperContent, tabsContent } from './containers.ts'
import { diagramContent } from './diagrams.ts'
import { formulaContent } from './formulas.ts'
import { type InlinePart, inlineParts, inlineRuns } from './inlines.ts'
import { pdfLimits } from './limits.ts'
import { listContent } from './lists.ts'
import { imageContent, imagesContent, inlineImageContent, linkContent } from './media.ts'
import { enterContainer, type RenderContext } from './render-context.ts'
import { type LeafStyle, leaves, standaloneRun } from './runs.ts'
import { colors, contentHeight, gap, headingSizes, hintColors, sizes } from './styles.ts'
import { tableContent } from './tables.ts'
import { headingTag, type Tag } from './tags.ts'

/** Lays out blocks vertically. Headings are kept with the block that follows. */
export function renderBlocks(blocks: readonly Block[], context: RenderContext): Content[] {
  const inner = { ...context, textDepth: context.textDepth + 1 }
  if (inner.textDepth > pdfLimits.textDepth) return bareText(blocks)
  const contents: Content[] = []
  let headings: RenderedHeading[] = []
  for (const block of blocks) {
    const content = blockContent(block, inner)
    if (isHeadingBlock(block)) headings.push({ title: plainText(block.nodes), content })
    else {
      contents.push(...keepTogether(headings, block, content, context))
      headings = []
    }
  }
  return [...contents, ...headings.flatMap(({ content }) => content)]
}

interface RenderedHeading {
  title: string
  content: Content[]
}

const isHeadingBlock = (block: Block): block is Heading => block.type.startsWith('heading-')

/**
 * Keeps headings and the following block on one page. They are only kept together if they are certain to fit,
 * because an unbreakable stack that is too high would be lost.
 */
function keepTogether(
  headings: readonly RenderedHeading[],
  block: Block,
  content: Content[],
  { width }: RenderContext,
): Content[] {
  const above = headings.flatMap((heading) => heading.content)
  const titles = headings.map(({ title }) => title).join('')
  const isLimited = headings.length > 0 && headings.length < 4 && titles.length < 150 && width >= 200
  const [first, ...rest] = content
  if (!isLimited || first === undefined) return [...above, ...content]
  if (content.length === 1 && (isShortText(block, first) || isUnbreakable(first)))
    return [{ stack: [...above, first], unbreakable: true }]
  const height = heightOfPicture(first)
  if (height !== undefined)
    return height < keptPicture
      ? [{ stack: [...above, first], unbreakable: true }, ...rest]
      : [...above, ...content]
  return [...withRoomBelow(above), ...content]
}

/** The height in points of a picture or a drawing that is certain to fit on a page with the headings above it. */
const keptPicture = contentHeight - 250

function heightOfPicture(content: Content): number | undefined {
  if (typeof content !== 'object' || !('image' in content || 'svg' in content)) return undefined
  return 'height' in content && typeof content.height === 'number' ? content.height : undefined
}

/** The room in points for the first lines of what follows a heading. */
const firstLines = 54

/**
 * Moves headings to the next page unless some lines of what follows fit below them: they are kept together with a gap, which is
 * then taken back.
 */
const withRoomBelow = (headings: readonly Content[]): Content[] => [
  { stack: [...headings, { stack: [], margin: [0, firstLines, 0, 0] }], unbreakable: true },
  { stack: [], margin: [0, -firstLines, 0, 0] },
]

function isShortText(block: Block, content: Content | undefined): boolean {
  if (block.type !== 'paragraph' || typeof content !== 'object' || !('text' in content)) return false
  const text = plainText(block.nodes)
  return text.length < 400 && text.split('\n').length < 8
}

const isUnbreakable = (content: Content | undefined): boolean =>
  typeof content === 'object' && 'unbreakable' in content && content.unbreakable === true

type Renderers = {
  readonly [Type in Block['type']]: (
    block: Extract<Block, { type: Type }>,
    context: RenderContext,
  ) => Content[]
}

const nestedContent = ({ nodes }: { readonly nodes: readonly Block[] }, context: RenderContext): Content[] =>
  renderBlocks(nodes, context)

const renderers: Renderers = {
  paragraph: ({ nodes, data }, context) =>
    textContent(nodes, context, { ...alignmentOf(data?.align), marginBottom: gap }),
  'heading-1': headingContent,
  'heading-2': headingContent,
  'heading-3': headingContent,
  'list-ordered': (list, context) => listContent(list, context, renderBlocks),
  'list-unordered': (list, context) => listContent(list, context, renderBlocks),
  'list-tasks': (list, context) => listContent(list, context, renderBlocks),
  divider: (_block, context) => [dividerContent(context)],
  blockquote: ({ nodes }, context) =>
    renderInBox(nodes, context, { bar: colors.line, tag: { type: 'BlockQuote' } }),
  hint: ({ nodes, data }, context) => renderInBox(nodes, context, hintOptions(data.style)),
  images: imagesContent,
  image: (block, context) => imageContent(block, 'left', context),
  code: (block, context) => diagramContent(block, context) ?? codeContent(block, context),
  table: (block, context) => tableContent(block, context, renderBlocks),
  tabs: (block, context) => tabsContent(block, context, renderBlocks),
  stepper: (block, context) => stepperContent(block, context, renderBlocks),
  columns: (block, context) => columnsContent(block, context, renderBlocks),
  expandable: (block, context) => expandableContent(block, context, renderBlocks),
  updates: ({ nodes, data }, context) =>
    nodes.flatMap((update) => updateContent(update, data.format, context)),
  update: (block, context) => updateContent(block, 'full', context),
  prompt: (block, context) => promptContent(block, context),
  if: conditionContent,
  'list-item': nestedContent,
  'tabs-item': nestedContent,
  'stepper-step': nestedContent,
  column: nestedContent,
  'code-line': ({ nodes }, context) => textContent(nodes, context, { marginBottom: gap }),
  // The others have their content elsewhere, and are lines with a description and a link.
  math: ({ data }, context) => formulaContent(data.formula, context),
  drawing: drawingContent,
  'content-ref': ({ data }, context) => linkContent(data.ref, undefined, context),
  file: ({ data, fragments }, context) => linkContent(data.ref, fragments, context),
  embed: ({ data, fragments }, context) => linkContent({ kind: 'url', url: data.url }, fragments, context),
  integration: integrationContent,
  'reusable-content': () => placeholder('[Reusable content]'),
  'openapi-schemas': ({ data }) => placeholder(`[API schemas: ${data.schemas.join(', ')}]`),
  'openapi-webhook': ({ data }) => placeholder(`[API webhook: ${data.method.toUpperCase()} ${data.name}]`),
  'openapi-operation': operationContent,
  swagger: operationContent,
}

const blockContent = (block: Block, context: RenderContext): Content[] =>
  renderers[block.type](block as never, context)

/** Renders what only some visitors of a site are shown, marked with its condition: whoever may export a space may read it all. */
function conditionContent({ data, nodes }: If, context: RenderContext): Content[] {
  const inner = enterContainer(context, boxIndent)
  const mark = printable(context.resources.texts.onlyIf.replace('{}', () => data.expression))
  const head = leaves([{ text: mark, color: colors.faint, italics: true }], {
    fontSize: sizes.small,
    marginBottom: 4,
  })
  if (!inner) return [...head, ...renderBlocks(nodes, context)]
  const content = [...head, ...renderBlocks(nodes, inner)]
  return [box(content, { bar: colors.faint, width: inner.width, tag: { type: 'Div' } })]
}

/** Renders the date and the tags of an update above its blocks. */
function updateContent({ data, nodes }: Update, format: UpdatesFormat, context: RenderContext): Content[] {
  const tags = (data.tags ?? []).map(({ tag }) => tag)
  const line = printable([updateDate(data.date, format), ...tags].join(' · '))
  const head = leaves([{ text: line, color: colors.faint, bold: true }], { marginBottom: gap })
  return [...head, ...renderBlocks(nodes, context)]
}

const promptContent = ({ data, nodes }: Prompt, context: RenderContext): Content[] => [
  ...leaves([{ text: printable(data.description || context.resources.texts.prompt), bold: true }], {
    marginBottom: gap,
  }),
  ...renderBlocks(nodes, context),
]

function integrationContent(block: Integration, context: RenderContext): Content[] {
  const diagram = codeOfDiagram(block)
  if (diagram) return diagramContent(diagram, context) ?? codeContent(diagram, context)
  const { integration, block: name } = block.data
  return isOpaque(block) ? [] : placeholder(`[Integration: ${integration}/${name}]`)
}

function drawingContent({ data }: Extract<Block, { type: 'drawing' }>, context: RenderContext): Content[] {
  if (!data.ref) return placeholder('[Drawing]')
  const image: Extract<Block, { type: 'image' }> = {
    object: 'block',
    type: 'image',
    isVoid: true,
    data: { ref: data.ref },
    fragments: [],
  }
  return imageContent(image, 'center', context)
}

function operationContent({ data }: Extract<Block, { type: 'swagger' | 'openapi-operation' }>): Content[] {
  return placeholder(`[API operation: ${data.method.toUpperCase()} ${data.path}]`)
}

const placeholder = (text: string): Content[] =>
  leaves([{ ...standaloneRun(printable(text)), italics: true }], { marginBottom: gap })

/** Returns the alignment of a text. Without one, a text inherits the alignment of its cell. */
const alignmentOf = (align: TextAlignment | undefined): Pick<LeafStyle, 'alignment'> =>
  align === undefined || align === 'start' ? {} : { alignment: align === 'end' ? 'right' : 'center' }

/** Renders text. Images are placed below each other between the texts. */
function textContent(nodes: readonly InlineNode[], context: RenderContext, style: LeafStyle): Content[] {
  const parts = inlineParts(nodes, context).filter(hasSubstance)
  const contents = parts.flatMap((part) =>
    part.kind === 'text' ? leaves(part.runs, style) : inlineImageContent(part.image, part.target, context),
  )
  return contents
}

const hasSubstance = (part: InlinePart) =>
  part.kind === 'image' || part.runs.some(({ text }) => text.trim() !== '')

function headingContent(heading: Heading, context: RenderContext): Content[] {
  const runs = inlineRuns(heading.nodes, context)
  const id = context.resources.destinations.ofHeading(heading)
  return leaves(runs.length === 0 ? [{ text: ' ' }] : runs, {
    ...(id === undefined ? {} : { id }),
    ...alignmentOf(heading.data?.align),
    tag: headingTag(headingLevel(heading)),
    fontSize: headingSizes[headingLevel(heading)],
    bold: true,
    lineHeight: 1.15,
    marginTop: heading.type === 'heading-3' ? 6 : 9,
    marginBottom: 5,
  })
}

const dividerContent = ({ width }: RenderContext): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.7, lineColor: colors.line }],
  margin: [0, gap, 0, gap * 1.5],
})

function hintOptions(style: keyof typeof hintColors) {
  const { line, surface } = hintColors[style] ?? hintColors.info
  return { bar: line, surface, tag: { type: 'Note' } as const }
}

function renderInBox(
  blocks: readonly Block[],
  context: RenderContext,
  options: { bar: string; surface?: string; tag: Tag },
): Content[] {
  const inner = enterContainer(context, boxIndent)
  return inner
    ? [box(renderBlocks(blocks, inner), { ...options, width: inner.width })]
    : renderBlocks(blocks, context)
}

/** Renders the text of blocks that nest too deeply to be laid out. */
function bareText(blocks: readonly Block[]): Content[] {
  const texts: string[] = []
  for (const node of walkDocument({ object: 'document', data: {}, nodes: [...blocks] })) {
    if (node.object === 'text') texts.push(node.leaves.map(({ text }) => text).join(''))
  }
  return leaves([{ text: printable(texts.join(' ')) }], { marginBottom: gap })
}
