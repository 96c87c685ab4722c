import { formatContentRef } from './content-references.ts'
import { encodeHtml, htmlAttributes } from './html.ts'
import type { Button, ImageRef, InlineImage } from './types.ts'

/** HTML elements for inline nodes, used in both Markdown and HTML. */

export const iconElement = (icon: string): string => `<i${htmlAttributes({ class: `fa-${icon}` })}></i>`

export const buttonTag = ({ data }: Button): string =>
  `<a${htmlAttributes({ href: formatContentRef(data.ref), class: `button ${data.kind}`, 'data-icon': data.icon })}>`

/**
 * Serializes an expression. The Markdown parser processes the content of the element, so all syntax in it is
 * escaped.
 */
export function expressionElement(expression: string): string {
  const encoded = encodeHtml(expression)
    .replace(/[*~`[\]\\$]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '&#95;')
  return `<code class="expression">${encoded}</code>`
}

export function imageElement(
  attributes: Record<string, string | undefined>,
  refDark: ImageRef | undefined,
): string {
  const image = `<img${htmlAttributes(attributes)}>`
  if (!refDark) return image
  const dark = htmlAttributes({ srcset: formatContentRef(refDark), media: '(prefers-color-scheme: dark)' })
  return `<picture><source${dark}>${image}</picture>`
}

export const inlineImageElement = ({ data }: InlineImage): string =>
  imageElement(
    { src: formatContentRef(data.ref), alt: data.caption ?? '', 'data-size': data.size },
    data.refDark,
  )
