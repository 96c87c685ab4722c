import type { SvgElement } from './clean-svg.ts'

const paints = ['fill', 'stroke', 'stop-color'] as const

const isColor = (value: string | undefined): value is string =>
  value !== undefined && !/^(none|inherit|currentcolor|transparent|url\(.*)$/i.test(value)

/**
 * Joins a diagram that was drawn twice, in the colors of light and of dark pages. A color that its writer chose is the same in
 * both, and the text on it is black or white, as it can be read.
 */
export function inBothSchemes(light: SvgElement, dark: SvgElement, ground?: string): SvgElement {
  const attributes: Record<string, string> = { ...light.attributes }
  for (const name of paints) {
    const [one, other] = [light.attributes[name], dark.attributes[name]]
    if (isColor(one) && isColor(other) && one !== other) attributes[name] = `light-dark(${one},${other})`
  }
  const isText = light.name === 'text' || light.name === 'tspan'
  if (isText && ground !== undefined && attributes.fill !== light.attributes.fill)
    attributes.fill = readableOn(ground)
  const inside = groundIn(light, dark) ?? ground
  return {
    ...light,
    attributes,
    children: light.children.map((child, index) => {
      const same = dark.children[index]
      return typeof child === 'string' || same === undefined || typeof same === 'string'
        ? child
        : inBothSchemes(child, same, inside)
    }),
  }
}

const shapes = new Set(['rect', 'circle', 'ellipse', 'polygon', 'path'])

/** Returns the color that a writer chose for the shape in a group, before the text in the same group. */
function groundIn(light: SvgElement, dark: SvgElement): string | undefined {
  if (light.name !== 'g') return undefined
  const index = light.children.findIndex((child) => typeof child !== 'string' && shapes.has(child.name))
  const [shape, same] = [light.children[index], dark.children[index]]
  if (typeof shape !== 'object' || typeof same !== 'object') return undefined
  const { fill } = shape.attributes
  return isColor(fill) && fill === same.attributes.fill && /^#/.test(fill) ? fill : undefined
}

function readableOn(color: string): string {
  const digits = color.slice(1)
  const full = digits.length < 6 ? [...digits.slice(0, 3)].map((digit) => digit + digit).join('') : digits
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16))
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140 ? '#000' : '#fff'
}
