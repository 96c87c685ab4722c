import type { RootContent } from 'mdast'
import { encodeHtml, htmlAttributes } from '../html/html.ts'
import { formatContentRef } from '../model/content-references.ts'
import type { Button, Icon, ImageRef, InlineImage, Link } from '../types.ts'

export const htmlBlock = (value: string): RootContent => ({ type: 'html', value })

/** HTML elements for inline nodes, used in both Markdown and HTML. */

export function iconElement({ icon, color }: Icon['data']): string {
  const style = color === undefined ? undefined : `color:${color};`
  return `<i${htmlAttributes({ class: `fa-${icon}`, style })}></i>`
}

export const annotationTag = (label: string): string =>
  `<a data-footnote-ref href="#user-content-fn-${label}">`

/** Returns the title of a link, which is in one line, and is not the one that makes a link a mention. */
export function linkTitle({ title }: Link['data']): string | undefined {
  const line = title?.replace(/\s*\n\s*/g, ' ')
  return line && line !== 'mention' ? line : undefined
}

/** Serializes a button around its label: a link, or a button with an action. */
export function buttonElement({ data }: Button, label: string): string {
  const look = { class: `button ${data.kind}`, 'data-icon': data.icon }
  if (data.ref) return `<a${htmlAttributes({ href: formatContentRef(data.ref), ...look })}>${label}</a>`
  const { action } = data
  const attributes = htmlAttributes({
    type: 'button',
    ...look,
    'data-action': action.action,
    'data-query': action.action === 'select' ? undefined : action.query,
    'data-slug': action.action === 'select' ? action.slug : undefined,
  })
  return `<button${attributes}>${label}</button>`
}

/**
 * Serializes an expression. The Markdown parser processes the content of the element, so all syntax in it is
 * escaped.
 */
export function expressionElement(expression: string): string {
  const encoded = encodeHtml(expression)
    .replace(/[*~`[\]\\${]/g, (character) => `&#${character.charCodeAt(0)};`)
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
