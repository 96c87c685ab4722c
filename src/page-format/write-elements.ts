import { addressOf } from './content-references.ts'
import { encodeHtml, htmlAttributes } from './html.ts'
import type { Button, ImageRef, InlineImage } from './types.ts'

/** The elements of HTML that carry inline nodes, wherever these stand. */

export const iconElement = (icon: string): string => `<i${htmlAttributes({ class: `fa-${icon}` })}></i>`

export const buttonTag = ({ data }: Button): string =>
  `<a${htmlAttributes({ href: addressOf(data.ref), class: `button ${data.kind}`, 'data-icon': data.icon })}>`

/** Between the tags stands Markdown as far as its parser knows: whatever means something to it is encoded. */
export function expressionElement(expression: string): string {
  const encoded = encodeHtml(expression)
    .replace(/[*~`[\]\\$]/g, (sign) => `&#${sign.charCodeAt(0)};`)
    .replace(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '&#95;')
  return `<code class="expression">${encoded}</code>`
}

export function imageElement(
  attributes: Record<string, string | undefined>,
  refDark: ImageRef | undefined,
): string {
  const image = `<img${htmlAttributes(attributes)}>`
  if (!refDark) return image
  const dark = htmlAttributes({ srcset: addressOf(refDark), media: '(prefers-color-scheme: dark)' })
  return `<picture><source${dark}>${image}</picture>`
}

export const inlineImageElement = ({ data }: InlineImage): string =>
  imageElement({ src: addressOf(data.ref), alt: data.caption ?? '', 'data-size': data.size }, data.refDark)
