import type {
  ImageReference,
  Image as MarkdownImage,
  Paragraph as MarkdownParagraph,
  PhrasingContent,
} from 'mdast'
import { childElements, type HtmlAttributes, type HtmlElement, isSet } from '../html/html.ts'
import { isFileReference, parseImageRef } from '../model/content-references.ts'
import { readLength } from '../model/lengths.ts'
import { defined, fragment, paragraph } from '../model/nodes.ts'
import { pictureUrls } from '../model/picture-urls.ts'
import type { Block, Image, Images, Paragraph } from '../types.ts'
import { captionParagraph } from './caption-text.ts'
import { htmlToPhrasing } from './phrasing-elements.ts'
import type { ReadContext } from './read-context.ts'
import { readInline } from './read-inline.ts'

const images = (nodes: Image[], data: Images['data'] = {}): Images => ({
  object: 'block',
  type: 'images',
  data,
  isVoid: false,
  nodes,
})

function image(attributes: HtmlAttributes, caption: Paragraph[], dark?: string): Image {
  const data = defined({
    ref: parseImageRef(attributes.src ?? ''),
    refDark: dark === undefined ? undefined : parseImageRef(dark),
    width: readLength(attributes.width),
    height: readLength(attributes.height),
    alt: attributes.alt || undefined,
  } as Image['data'])
  const fragments = caption.length === 0 ? [] : [fragment('caption', caption)]
  return { object: 'block', type: 'image', data, fragments, isVoid: true }
}

/** Reads a paragraph that contains only images as a block of images. */
export function readImagesParagraph(node: MarkdownParagraph, context: ReadContext): Images | undefined {
  const found: Image[] = []
  for (const child of node.children) {
    if (child.type === 'text' && child.value.trim() === '') continue
    if (child.type !== 'image' && child.type !== 'imageReference') return undefined
    found.push(imageOfMarkdown(child, context))
  }
  return found.length === 0 ? undefined : images(found)
}

function imageOfMarkdown(node: MarkdownImage | ImageReference, context: ReadContext): Image {
  const target = node.type === 'image' ? node : context.definition(node.identifier)
  const caption = target?.title ? [captionParagraph(target.title)] : []
  return image({ src: target?.url, alt: node.alt ?? '' }, caption)
}

/** Reads `<figure>`, `<picture>`, `<img>`, or a `<div>` that contains only these. */
export function readMedia(element: HtmlElement, context: ReadContext): Block[] | undefined {
  if (element.name !== 'div') return readMediaElements([element], {}, context)
  const { align, 'data-full-width': fullWidth } = element.attributes
  const elements = childElements(element.children, 'figure', 'picture', 'img')
  const between = element.children.length - elements.reduce((sum, { size }) => sum + size, 0)
  const blanks = element.children.filter((token) => token.type === 'text' && token.raw.trim() === '').length
  if (elements.length === 0 || between > blanks) return undefined
  const data = {
    align: align === 'left' || align === 'center' || align === 'right' ? align : undefined,
    fullWidth: isSet(fullWidth) ? true : undefined,
  } as const
  return readMediaElements(elements, defined(data as Images['data']), context)
}

function readMediaElements(
  elements: readonly HtmlElement[],
  data: Images['data'],
  context: ReadContext,
): Block[] | undefined {
  const found: Image[] = []
  for (const element of elements) {
    const [picture] = element.name === 'img' ? [element] : childElements(element.children, 'picture', 'img')
    if (!picture) return undefined
    const inner = picture.name === 'picture' ? childElements(picture.children, 'source', 'img') : [picture]
    const source = inner.find(({ name }) => name === 'img')
    if (!source) return undefined
    const { attributes } = source
    if (isDrawing(attributes)) return [drawing(attributes)]
    const around = element.name === 'picture' ? childElements(element.children, 'source', 'img') : inner
    const sources = around.filter(isSource).map((one) => one.attributes)
    const { light, dark } = pictureUrls(attributes, sources)
    found.push(image({ ...attributes, src: light }, readCaption(element, context), dark))
  }
  return found.length === 0 ? undefined : [images(found, data)]
}

const isSource = ({ name }: HtmlElement): boolean => name === 'source'

const isDrawing = ({ class: className = '' }: HtmlAttributes): boolean =>
  /(?:^|[\s-])drawing$/.test(className)

function drawing({ src }: HtmlAttributes): Block {
  const ref = parseImageRef(src ?? '')
  return { object: 'block', type: 'drawing', data: isFileReference(ref) ? { ref } : {}, isVoid: true }
}

function readCaption(element: HtmlElement, context: ReadContext): Paragraph[] {
  const [caption] = childElements(element.children, 'figcaption')
  if (!caption) return []
  const paragraphs = childElements(caption.children, 'p')
  const contents = paragraphs.length > 0 ? paragraphs : [caption]
  return contents
    .map(({ children }): PhrasingContent[] => htmlToPhrasing(children))
    .filter((phrasing) => phrasing.length > 0)
    .map((phrasing) => paragraph(readInline(phrasing, context)))
}
