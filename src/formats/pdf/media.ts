import type { Content } from 'pdfmake/interfaces.js'
import { themeOfImage } from '../page/model/content-references.ts'
import { plainText } from '../page/model/nodes.ts'
import type {
  ContentRef,
  Fragment,
  Image,
  ImageRef,
  Images,
  InlineImage,
  Length,
  Paragraph,
} from '../page/types.ts'
import { printable } from './characters.ts'
import { imageRuns, inlineRuns } from './inlines.ts'
import type { PreparedImage } from './prepare-images.ts'
import { svgContent } from './prepare-images.ts'
import { type LinkTarget, labelOf, linkTargetOf, type RenderContext } from './render-context.ts'
import { leaves, type Run, standaloneRun } from './runs.ts'
import { colors, contentHeight, gap, pointsPerPixel, sizes } from './styles.ts'
import type { Tag } from './tags.ts'

type SupportedImage = Exclude<PreparedImage, { kind: 'unsupported' }>

export function imagesContent({ data, nodes }: Images, context: RenderContext): Content[] {
  const alignment = data.align ?? 'center'
  return nodes.flatMap((image) => imageContent(image, alignment, context))
}

export function imageContent(
  { data, fragments }: Image,
  alignment: 'left' | 'center' | 'right',
  context: RenderContext,
): Content[] {
  // The pages of a PDF are light.
  if (!data.refDark && themeOfImage(data.ref) === 'dark') return []
  const caption = captionContent(fragments, alignment, context)
  const below = caption.length > 0 ? captionGap : gap
  const image = supportedImage(data.ref, context)
  const alt = data.alt || captionText(fragments)
  const shown = image
    ? drawImage(image, widthOf(image, data.width, context), { alignment, below, alt })
    : leaves([fileRun(data.ref, context, data.alt || undefined)], { alignment, marginBottom: below })
  return [...(Array.isArray(shown) ? shown : [shown]), ...caption]
}

/** Space between a block and its caption. */
const captionGap = 3

const captionText = (fragments: readonly Fragment[] | undefined): string =>
  paragraphsOf(fragments)
    .map(({ nodes }) => plainText(nodes))
    .join(' ')

const paragraphsOf = (fragments: readonly Fragment[] | undefined): Paragraph[] =>
  (fragments ?? []).flatMap(({ nodes }) =>
    nodes.filter((node): node is Paragraph => node.type === 'paragraph'),
  )

function captionContent(
  fragments: readonly Fragment[] | undefined,
  alignment: 'left' | 'center' | 'right',
  context: RenderContext,
): Content[] {
  const runs = paragraphsOf(fragments)
    .flatMap(({ nodes }) => inlineRuns(nodes, context))
    .filter(({ text }) => text !== '')
  const margin: [number, number, number, number] = [0, 0, 0, gap]
  return runs.length === 0
    ? []
    : leaves(runs, { alignment, fontSize: sizes.small, color: colors.faint, margin })
}

/** Renders a file or an embedded page as a line with a link, with its caption below. */
export function linkContent(
  ref: ContentRef,
  fragments: readonly Fragment[] | undefined,
  context: RenderContext,
): Content[] {
  const caption = captionContent(fragments, 'left', context)
  return [
    ...leaves([fileRun(ref, context)], { marginBottom: caption.length > 0 ? captionGap : gap }),
    ...caption,
  ]
}

function supportedImage(ref: ImageRef, { resources }: RenderContext): SupportedImage | undefined {
  const image = ref.kind === 'file' ? resources.images.get(ref.file) : undefined
  return image && image.kind !== 'unsupported' ? image : undefined
}

/**
 * Returns the width in points: the one set by the author or that of the image, limited to the available width.
 */
function widthOf({ width }: SupportedImage, chosen: Length | undefined, context: RenderContext): number {
  const points = chosen === undefined ? undefined : pointsOf(chosen, context)
  return Math.min(points !== undefined && points > 0 ? points : width * pointsPerPixel, context.width)
}

export function pointsOf(length: Length, { width }: RenderContext): number | undefined {
  const { unit, value } = typeof length === 'number' ? { unit: 'px', value: length } : length
  if (!Number.isFinite(value)) return undefined
  return unit === '%' ? (width * value) / 100 : value * pointsPerPixel
}

interface Placement {
  alignment?: 'left' | 'center' | 'right'
  below: number
  target?: LinkTarget
  highest?: number
  /** The text that is read instead of the image, if not its name. */
  alt?: string | undefined
}

function drawImage(image: SupportedImage, width: number, placement: Placement): Content {
  const { alignment = 'left', below, target = {}, highest = contentHeight - 80, alt } = placement
  const scale = Math.min(width / image.width, highest / image.height)
  const size = { width: Math.max(0.5, image.width * scale), height: Math.max(0.5, image.height * scale) }
  const tag: Tag = { type: 'Figure', alt: alt || image.name }
  const position = { ...target, tag, alignment, margin: [0, 2, 0, below] as [number, number, number, number] }
  if (image.kind === 'svg') return { ...svgContent(image.svg, size.width, size.height), ...position }
  return { image: image.key, ...size, ...position }
}

/** Renders an inline image at its own height, or at the height of a line. */
export function inlineImageContent(
  { data, ...rest }: InlineImage,
  target: LinkTarget,
  context: RenderContext,
): Content[] {
  const image = supportedImage(data.ref, context)
  if (!image) return leaves(imageRuns({ data, ...rest }, target, context), { marginBottom: 3 })
  const isLine = data.size === 'line'
  const width = isLine ? 120 : widthOf(image, undefined, context)
  return [
    drawImage(image, width, { below: 3, target, alt: data.caption, ...(isLine ? { highest: 14 } : {}) }),
  ]
}

export function coverContent(fileId: string, context: RenderContext): Content[] {
  const image = supportedImage({ kind: 'file', file: fileId }, context)
  return image
    ? [drawImage(image, Math.min(image.width * pointsPerPixel, context.width), { below: 5, highest: 110 })]
    : []
}

/** Renders a reference as one line with a link: a file, an embedded page or an unsupported image. */
function fileRun(ref: ContentRef, context: RenderContext, label?: string): Run {
  return standaloneRun(printable(label ?? labelOf(ref, context)), linkTargetOf(ref, context))
}
