import type { DrawnElement } from 'svgdom'
import { elementType, textType } from './dom.ts'
import { type InlineStyles, inlineStyles } from './inline-styles.ts'
import { plainColor } from './plain-color.ts'

/** An element of an SVG with nothing but what draws: no stylesheet, script, link, or part of HTML. */
export interface SvgElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly (SvgElement | string)[]
}

/** The elements that are kept. All others but those that are dropped become groups, links among them. */
const elements = new Set(
  (
    'svg g rect circle ellipse line polyline polygon path text tspan defs marker linearGradient radialGradient stop ' +
    'clipPath use symbol'
  ).split(' '),
)

const dropped = new Set(
  'style script foreignObject title desc metadata image filter animate set iframe'.split(' '),
)

const attributes = new Set(
  (
    'x y width height rx ry cx cy r x1 y1 x2 y2 dx dy d points transform viewBox preserveAspectRatio refX refY ' +
    'markerWidth markerHeight markerUnits orient offset gradientUnits gradientTransform clip-path ' +
    'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin ' +
    'opacity font-size font-weight font-style text-anchor dominant-baseline alignment-baseline text-decoration display ' +
    'visibility marker-start marker-mid marker-end stop-color stop-opacity'
  ).split(' '),
)

/** A value that leads nowhere but to a part of the same SVG. */
const isSafe = (value: string): boolean => !/url\(/i.test(value) || /^url\(['"]?#[\w:.-]+['"]?\)$/.test(value)

/** Returns the tree of what is drawn. */
export function cleanSvg(svg: DrawnElement): SvgElement {
  const used = new Set(
    [...svg.innerHTML.matchAll(/(?:url\((?:&quot;|['"])?|href="?)#([\w:.-]+)/g)].map(([, id]) => id),
  )
  return clean(svg, inlineStyles(svg), used) as SvgElement
}

function clean(
  element: DrawnElement,
  styles: InlineStyles,
  used: ReadonlySet<string | undefined>,
): SvgElement {
  const given = [...element.attrs]
    .filter(({ name, value }) => attributes.has(name) && isSafe(value))
    .map(({ name, value }) => [name, value] as const)
  const style = [...(styles.get(element) ?? [])].filter(([, value]) => isSafe(value))
  const id = element.getAttribute('id')
  const all: Record<string, string> = Object.fromEntries(
    [...given, ...style].map(([name, value]) => [name, rounded(plainColor(value.replaceAll(/['"]/g, '')))]),
  )
  if (id !== null && used.has(id)) all.id = id
  const link = element.getAttribute('href') ?? element.getAttribute('xlink:href')
  if (element.localName === 'use' && link && /^#[\w:.-]+$/.test(link)) all.href = link
  const name = elements.has(element.localName) ? element.localName : 'g'
  return { name, attributes: all, children: childrenOf(element, styles, used) }
}

function childrenOf(
  element: DrawnElement,
  styles: InlineStyles,
  used: ReadonlySet<string | undefined>,
): (SvgElement | string)[] {
  return [...element.childNodes].flatMap((child): (SvgElement | string)[] => {
    if (child.nodeType === textType) return /^text|^tspan/.test(element.localName) ? [child.data ?? ''] : []
    if (child.nodeType !== elementType || dropped.has(child.localName)) return []
    const cleaned = clean(child, styles, used)
    return isShown(cleaned) ? [cleaned] : []
  })
}

/** Returns whether an element draws anything: a marker that nothing refers to does not, and nor does an empty group. */
const isShown = ({ name, attributes: { id }, children }: SvgElement): boolean =>
  name === 'marker' ? id !== undefined : !/^(?:g|defs|text|tspan)$/.test(name) || children.length > 0

/** Writes numbers with as many digits as can be seen. */
const rounded = (value: string): string =>
  value.replace(/(?<![\d.])-?\d+\.\d{3,}(?![\d.])/g, (number) =>
    String(Math.round(Number(number) * 100) / 100),
  )
