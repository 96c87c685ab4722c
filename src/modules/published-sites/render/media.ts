import { isEmptyParagraph } from '../../../page-format/nodes.ts'
import type { Fragment, Image, ImageRef, Length, Paragraph } from '../../../page-format/types.ts'
import { type Child, element } from './elements.ts'
import { imageAddress, renderInlines } from './inlines.ts'
import type { RenderContext } from './render-context.ts'

export function renderImage({ data, fragments }: Image, context: RenderContext): Child {
  const alt = data.alt ?? ''
  const caption = renderCaption(fragments, context)
  const size = { ...dimension('width', data.width), ...dimension('height', data.height) }
  const image = renderPicture(data, { alt, loading: 'lazy', ...size }, context) ?? alt
  return element('figure', {}, image, caption)
}

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

type ImageAttributes = Readonly<Record<string, string | number | string[]>>

/** Renders an image with its variant for dark pages. Undefined for one that the visitor cannot open. */
export function renderPicture(
  { ref, refDark }: { readonly ref: ImageRef; readonly refDark?: ImageRef },
  attributes: ImageAttributes,
  context: RenderContext,
): Child {
  const light = imageAddress(ref, context)
  if (light === undefined) return undefined
  const dark = refDark && imageAddress(refDark, context)
  const { colorScheme } = context
  const src = dark && colorScheme === 'dark' ? dark : light
  const image = element('img', { src, ...attributes })
  if (!dark || colorScheme !== 'preferred') return image
  // The script of the site changes the condition when a visitor chooses a theme.
  const source = element('source', {
    srcSet: dark.replaceAll(' ', '%20'),
    media: '(prefers-color-scheme: dark)',
  })
  return element('picture', {}, source, image)
}

/** Attributes have pixels and, of the width, percents. Other lengths are ignored. */
function dimension(name: 'width' | 'height', length: Length | undefined): Record<string, number | string> {
  if (length === undefined) return {}
  const { unit, value } = typeof length === 'number' ? { unit: 'px', value: length } : length
  if (!Number.isFinite(value) || value <= 0) return {}
  if (unit === '%' && name === 'width') return { width: `${Math.min(100, value)}%` }
  return unit === 'px' ? { [name]: Math.round(value) } : {}
}
