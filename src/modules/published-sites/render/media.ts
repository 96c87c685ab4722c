import type { Image, Length } from '../../../page-format/types.ts'
import { type Child, element } from './elements.ts'
import { imageAddress, renderInlines } from './inlines.ts'
import type { RenderContext } from './render-context.ts'

export function renderImage({ data, fragments }: Image, context: RenderContext): Child {
  const src = imageAddress(data.ref, context)
  const alt = data.alt ?? ''
  const size = { ...pixels('width', data.width), ...pixels('height', data.height) }
  const caption = fragments.flatMap(({ nodes }) =>
    nodes.flatMap((node) => (node.type === 'paragraph' ? renderInlines(node.nodes, context) : [])),
  )
  const image = src === undefined ? alt : element('img', { src, alt, loading: 'lazy', ...size })
  const dark = data.refDark && imageAddress(data.refDark, context)
  const shown = dark
    ? element(
        'picture',
        {},
        element('source', { srcSet: dark, media: '(prefers-color-scheme: dark)' }),
        image,
      )
    : image
  return element('figure', {}, shown, caption.length > 0 ? element('figcaption', {}, caption) : null)
}

/** Attributes have pixels only. Other lengths are ignored. */
function pixels(name: 'width' | 'height', length: Length | undefined): Record<string, number> {
  if (length === undefined) return {}
  const { unit, value } = typeof length === 'number' ? { unit: 'px', value: length } : length
  return unit === 'px' && Number.isFinite(value) && value > 0 ? { [name]: Math.round(value) } : {}
}
