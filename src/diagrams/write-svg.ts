import type { SvgElement } from './clean-svg.ts'
import { svgNamespace } from './dom.ts'

/** Writes an SVG, in a form that is HTML and XML. */
export const writeSvg = (root: SvgElement): string =>
  write({ ...root, attributes: { xmlns: svgNamespace, ...root.attributes } })

function write({ name, attributes, children }: SvgElement): string {
  const written = Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escapeText(value).replaceAll('"', '&quot;')}"`)
    .join('')
  const inside = children
    .map((child) => (typeof child === 'string' ? escapeText(child) : write(child)))
    .join('')
  return `<${name}${written}>${inside}</${name}>`
}

/** Escapes text. Characters that XML cannot have are left out. */
const escapeText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot have
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
