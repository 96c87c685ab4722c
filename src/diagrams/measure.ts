import type { DrawnElement, MeasuringFont } from 'svgdom'
import { matcherOf } from './selectors.ts'
import { declarationsOf, rulesOf } from './stylesheet.ts'

/** A rectangle around what is drawn. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const elementType = 1
const textType = 3

/** The size of a text that none is given for, in pixels. */
const defaultFontSize = 16

/** How far a line reaches above and below its base line, as shares of its size. */
const ascent = 1.07
const descent = 0.29
/** How much wider bold letters are. */
const boldness = 1.06

/** Containers whose children are not where they stand. */
const undrawn = new Set([
  'defs',
  'marker',
  'style',
  'title',
  'desc',
  'script',
  'clipPath',
  'filter',
  'symbol',
  'pattern',
])

const nothing: Box = { x: 0, y: 0, width: 0, height: 0 }

/**
 * Measures elements as browsers do: texts with their lines, their anchor and the size that a stylesheet gives them, which the DOM
 * does not regard, and groups with the elements in them.
 */
export class Measure {
  readonly #font: MeasuringFont
  readonly #measureShape: (element: DrawnElement) => Box

  constructor(font: MeasuringFont, measureShape: (element: DrawnElement) => Box) {
    this.#font = font
    this.#measureShape = measureShape
  }

  boxOf(element: DrawnElement): Box {
    if (element.localName === 'text' || element.localName === 'tspan') return this.#boxOfText(element)
    if (/^(?:g|svg|a|switch)$/.test(element.localName)) return this.#boxOfGroup(element)
    return this.#measureShape(element)
  }

  #boxOfGroup(group: DrawnElement): Box {
    const boxes: Box[] = []
    for (const child of group.childNodes) {
      if (child.nodeType !== elementType || undrawn.has(child.localName)) continue
      const box = this.boxOf(child)
      if (box.width > 0 || box.height > 0) boxes.push(moved(box, child.matrixify()))
    }
    return union(boxes)
  }

  #boxOfText(element: DrawnElement): Box {
    const boxes: Box[] = []
    const pen = { x: 0, y: 0 }
    const write = (part: DrawnElement): void => {
      this.#movePen(pen, part)
      const size = fontSizeOf(part)
      for (const child of part.childNodes) {
        if (child.nodeType === elementType) write(child)
        if (child.nodeType !== textType) continue
        const text = (child.data ?? '').replace(/\s+/g, ' ')
        if (text.trim() === '') continue
        const width = this.#widthOf(
          text,
          size,
          /^(?:bold|[6-9]00)/.test(inherited(part, 'font-weight') ?? ''),
        )
        boxes.push(boxOfLine({ ...pen, width, size }, part))
        pen.x += width
      }
    }
    write(element)
    return union(boxes)
  }

  #movePen(pen: { x: number; y: number }, part: DrawnElement): void {
    const size = fontSizeOf(part)
    const at = (name: string) => lengthOf(part.getAttribute(name), size)
    pen.x = (at('x') ?? pen.x) + (at('dx') ?? 0)
    pen.y = (at('y') ?? pen.y) + (at('dy') ?? 0)
  }

  #widthOf(text: string, size: number, isBold: boolean): number {
    const units = this.#font.layout(text).glyphs.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0)
    return (units / this.#font.unitsPerEm) * size * (isBold ? boldness : 1)
  }
}

interface Line {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
}

function boxOfLine({ x, y, width, size }: Line, part: DrawnElement): Box {
  const anchor = inherited(part, 'text-anchor')
  const shift = anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0
  const height = (ascent + descent) * size
  return { x: x - shift, y: y - riseOf(part) * size, width, height }
}

/** Returns how far the top of a line is above the place that it is written at, as a share of its size. */
function riseOf(part: DrawnElement): number {
  const baseline = inherited(part, 'dominant-baseline') ?? ''
  if (/^(?:central|middle)$/.test(baseline)) return (ascent + descent) / 2
  return /hanging|before-edge|text-top/.test(baseline) ? 0 : ascent
}

function fontSizeOf(element: DrawnElement): number {
  const size = Number.parseFloat(inherited(element, 'font-size') ?? '')
  return size > 0 ? size : defaultFontSize
}

function lengthOf(value: string | null, size: number): number | undefined {
  const length = Number.parseFloat(value ?? '')
  if (!Number.isFinite(length)) return undefined
  return value?.trim().endsWith('em') ? length * size : length
}

/** Returns the value of a property that elements inherit. */
function inherited(element: DrawnElement, property: string): string | undefined {
  for (let at: DrawnElement | null = element; at?.nodeType === elementType; at = at.parentNode) {
    const own = ownValueOf(at, property)
    if (own !== undefined && own !== 'inherit') return own
  }
  return undefined
}

function ownValueOf(element: DrawnElement, property: string): string | undefined {
  const named = (declarations: readonly { readonly name: string; readonly value: string }[]) =>
    declarations.findLast(({ name }) => name === property)?.value
  const inStyle = named(declarationsOf(element.getAttribute('style') ?? ''))
  if (inStyle !== undefined) return inStyle
  const svg = svgOf(element)
  const rules = svg ? rulesOf(svg) : []
  const rule = rules.findLast(
    ({ selector, declarations }) => named(declarations) !== undefined && matcherOf(selector)?.(element),
  )
  return (rule && named(rule.declarations)) ?? element.getAttribute(property) ?? undefined
}

function svgOf(element: DrawnElement): DrawnElement | undefined {
  let found: DrawnElement | undefined
  for (let at: DrawnElement | null = element; at?.nodeType === elementType; at = at.parentNode)
    if (at.localName === 'svg') found = at
  return found
}

/** The numbers of a transformation, as `matrix(a b c d e f)` of SVG has them. */
export interface Matrix {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
}

function moved({ x, y, width, height }: Box, { a, b, c, d, e, f }: Matrix): Box {
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ] as const
  const xs = corners.map(([left, top]) => a * left + c * top + e)
  const ys = corners.map(([left, top]) => b * left + d * top + f)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
}

function union(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return nothing
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}
