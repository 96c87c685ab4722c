import { themeOfImage } from '../../formats/page/model/content-references.ts'
import { isEmptyParagraph } from '../../formats/page/model/nodes.ts'
import type { Fragment, Image, ImageRef, Length, Paragraph } from '../../formats/page/types.ts'
import type { KnownPicture } from '../../pictures/known-picture.ts'
import { widthClass } from '../browser/width-styles.ts'
import { type Child, element } from './elements.ts'
import { imageAddress, renderInlines } from './inlines.ts'
import type { RenderContext } from './render-context.ts'

export function renderImage(block: Image, context: RenderContext): Child {
  const { data, fragments } = block
  const alt = data.alt ?? ''
  const caption = renderCaption(fragments, context)
  const given = { ...dimension('width', data.width), ...dimension('height', data.height) }
  const picture = context.pictureOf(data.ref)
  const part = partOfWidth(data.width)
  const size = part && picture && !given.height ? partSize(picture, part) : sizeOf(picture, given)
  const when: Attributes = block === context.firstPicture ? { fetchPriority: 'high' } : { loading: 'lazy' }
  const sizes = part ? sizesOfPart(part) : undefined
  const image = renderPicture(data, { alt, ...when, ...size }, context, sizes) ?? alt
  return element('figure', themeClass(data), image, caption)
}

type Attributes = Readonly<Record<string, string | number>>

/**
 * Returns the size that a picture has, so that browsers keep room for it: that which its writer chose, and else its own. The other
 * side of one that has a chosen side follows.
 */
function sizeOf(picture: KnownPicture | undefined, given: Attributes): Attributes {
  const { width, height } = given
  if (!picture || typeof width === 'string' || (width && height)) return given
  const ratio = picture.width / picture.height
  if (typeof width === 'number') return { width, height: Math.max(1, Math.round(width / ratio)) }
  if (typeof height === 'number') return { width: Math.max(1, Math.round(height * ratio)), height }
  return { width: picture.width, height: picture.height }
}

/** The size of a picture as wide as a part of the text: browsers keep no room for a part that is an attribute. */
const partSize = (picture: KnownPicture, part: number): ImageAttributes => ({
  width: picture.width,
  height: picture.height,
  className: [widthClass(part)],
})

/** Renders the paragraphs of a caption. Null if there is no text in it. */
export function renderCaption(fragments: readonly Fragment[], context: RenderContext): Child {
  const paragraphs = fragments
    .flatMap(({ nodes }) => nodes)
    .filter((node): node is Paragraph => node.type === 'paragraph' && !isEmptyParagraph(node))
  if (paragraphs.length === 0) return null
  const lines = paragraphs.map(({ nodes }, index) => [
    index === 0 ? null : element('br', {}),
    renderInlines(nodes, context),
  ])
  return element('figcaption', {}, lines)
}

/** Returns the class of what readers are shown in one theme alone, as the address of the image says. */
const themeClass = ({ ref, refDark }: { readonly ref: ImageRef; readonly refDark?: ImageRef }) => {
  const theme = refDark ? undefined : themeOfImage(ref)
  return theme ? { className: [`in-${theme}-theme`] } : {}
}

type ImageAttributes = Readonly<Record<string, string | number | string[]>>

/** Renders an image with its variant for dark pages. Undefined for one that the visitor cannot open. */
export function renderPicture(
  { ref, refDark }: { readonly ref: ImageRef; readonly refDark?: ImageRef },
  attributes: ImageAttributes,
  context: RenderContext,
  sizes: string = sizesOf(attributes),
): Child {
  const light = imageAddress(ref, context)
  if (light === undefined) return undefined
  const dark = refDark && imageAddress(refDark, context)
  const { colorScheme } = context
  const isDark = dark !== undefined && colorScheme === 'dark'
  const shown = context.pictureOf(isDark && refDark ? refDark : ref)
  const hasSize = 'width' in attributes || 'height' in attributes
  const { className: own = [] } = themeClass({ ref, ...(refDark && { refDark }) })
  const { className = [] } = attributes as { readonly className?: string[] }
  const classes = [...className, ...own]
  const image = element('img', {
    src: isDark ? dark : light,
    ...attributes,
    ...(hasSize ? {} : ownSize(shown)),
    ...formsOf(shown, sizes),
    ...(classes.length > 0 && { className: classes }),
  })
  if (!dark || colorScheme !== 'preferred') return image
  // The script of the site changes the condition when a visitor chooses a theme.
  const darkForms = refDark && context.pictureOf(refDark)?.forms
  const source = element('source', {
    srcSet: darkForms ?? dark.replaceAll(' ', '%20'),
    ...(darkForms && { sizes }),
    media: '(prefers-color-scheme: dark)',
  })
  return element('picture', {}, source, image)
}

const ownSize = (picture: KnownPicture | undefined) =>
  picture ? { width: picture.width, height: picture.height } : {}

/** Lets browsers choose a smaller form of a picture that has the sizes, if it has any. */
export const formsOf = (picture: KnownPicture | undefined, sizes: string) =>
  picture?.forms ? { srcSet: picture.forms, sizes } : {}

/** The width of texts in pixels, at most. */
const widthOfText = 960

/** Returns the widths that a picture has in a text: that of the window, and at most its own and that of the text. */
function sizesOf({ width }: ImageAttributes): string {
  const widest = typeof width === 'number' ? Math.min(width, widthOfText) : widthOfText
  return `(max-width: ${widest}px) 100vw, ${widest}px`
}

/** Returns the widths that a picture has which takes a part of the text. */
const sizesOfPart = (part: number): string =>
  `(max-width: ${widthOfText}px) ${part}vw, ${Math.round((widthOfText * part) / 100)}px`

/** Returns the percents of a width that are a part of the text; undefined for another length. */
function partOfWidth(width: Length | undefined): number | undefined {
  if (typeof width !== 'object' || width.unit !== '%' || !(width.value > 0)) return undefined
  return Math.min(100, Math.max(1, Math.round(width.value)))
}

/** Attributes have pixels and, of the width, percents. Other lengths are ignored. */
function dimension(name: 'width' | 'height', length: Length | undefined): Record<string, number | string> {
  if (length === undefined) return {}
  const { unit, value } = typeof length === 'number' ? { unit: 'px', value: length } : length
  if (!Number.isFinite(value) || value <= 0) return {}
  if (unit === '%' && name === 'width') return { width: `${Math.min(100, value)}%` }
  return unit === 'px' ? { [name]: Math.round(value) } : {}
}
