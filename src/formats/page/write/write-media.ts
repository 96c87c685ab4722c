import type { RootContent } from 'mdast'
import { htmlAttributes } from '../html/html.ts'
import { formatContentRef } from '../model/content-references.ts'
import { expandableParts, isEmptyTitle } from '../model/expandables.ts'
import { writeLength } from '../model/lengths.ts'
import { areTexts, isEmptyParagraph, plainText } from '../model/nodes.ts'
import type { Expandable, Image, Images, Paragraph } from '../types.ts'
import type { WriteContext } from './write-context.ts'
import { htmlBlock, imageElement } from './write-elements.ts'
import { writeHtmlInline } from './write-html-inline.ts'

export function writeImages(block: Images, context: WriteContext): RootContent[] {
  const { align, fullWidth } = block.data
  const [first] = block.nodes
  if (!first) return []
  const isBare = align === undefined && !fullWidth && block.nodes.length === 1
  const plain = isBare ? plainImage(first, context) : undefined
  return [plain ?? htmlBlock(imagesElement(block, context))]
}

/** Serializes one image as a `<figure>`, or several in a `<div>`. */
export function imagesElement({ data, nodes }: Images, context: WriteContext): string {
  const figures = nodes.map((image) => figure(image, context)).join(' ')
  const layout = htmlAttributes({ align: data.align, 'data-full-width': data.fullWidth ? 'true' : undefined })
  return layout === '' && nodes.length === 1 ? figures : `<div${layout}>${figures}</div>`
}

const captionParagraphs = ({ fragments }: Image): Paragraph[] =>
  fragments
    .flatMap(({ nodes }) => nodes)
    .filter((node): node is Paragraph => node.type === 'paragraph' && !isEmptyParagraph(node))

/** Serializes an image as `![alt](src "caption")`. Returns undefined if that syntax cannot represent it. */
function plainImage(image: Image, context: WriteContext): RootContent | undefined {
  const { ref, refDark, width, height, alt = '' } = image.data
  if (refDark || width !== undefined || height !== undefined || !isSingleLine(alt)) return undefined
  const captions = captionParagraphs(image)
  const [caption] = captions
  const nodes = caption?.nodes ?? []
  const title = plainText(nodes)
  if (captions.length > 1 || !areTexts(nodes) || !isSingleLine(title)) return undefined
  const url = formatContentRef(ref)
  if (context.wouldHaveTag(alt + title) || context.wouldHaveBrackets(url)) return undefined
  return { type: 'paragraph', children: [{ type: 'image', url, alt, title: title || null }] }
}

const isSingleLine = (text: string): boolean => text === text.trim() && !/[\n\r]/.test(text)

function figure(image: Image, context: WriteContext): string {
  const { ref, refDark, width, height, alt = '' } = image.data
  const attributes = {
    src: formatContentRef(ref),
    alt,
    width: writeLength(width),
    height: writeLength(height),
  }
  const captions = captionParagraphs(image).map(({ nodes }) => `<p>${writeHtmlInline(nodes, context)}</p>`)
  return `<figure>${imageElement(attributes, refDark)}<figcaption>${captions.join('')}</figcaption></figure>`
}

export function writeExpandable({ fragments }: Expandable, context: WriteContext): RootContent[] {
  const parts = expandableParts(fragments)
  return [
    htmlBlock('<details>'),
    ...(isEmptyTitle(parts.title)
      ? []
      : [htmlBlock(`<summary>${writeHtmlInline(parts.title, context)}</summary>`)]),
    ...context.writeEnclosed(parts.body),
    htmlBlock('</details>'),
  ]
}
