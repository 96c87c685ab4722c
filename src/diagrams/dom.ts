import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mermaid } from 'mermaid'
import type { DrawnElement, DrawnWindow, MeasuringFont } from 'svgdom'
import { Measure } from './measure.ts'
import { matcherOf, matchesBelow } from './selectors.ts'

/**
 * The DOM that Mermaid draws in. It belongs to the whole thread, so it is for threads that do nothing but draw: other code
 * takes a thread with a `window` for a browser.
 */
export interface DrawingRoom {
  readonly mermaid: Mermaid
  readonly parse: (svg: string) => DrawnElement
}

let opened: Promise<DrawingRoom> | undefined

/** Opens the DOM once in a thread. */
export const openDrawingRoom = (): Promise<DrawingRoom> => {
  opened ??= open()
  return opened
}

async function open(): Promise<DrawingRoom> {
  await stubPurifier()
  const { config, createHTMLWindow } = await import('svgdom')
  config
    .setFontDir(join(dirname(fileURLToPath(import.meta.resolve('svgdom'))), 'fonts'))
    .setFontFamilyMappings({ [family]: 'OpenSans-Regular.ttf' })
    .preloadFonts()
  const font = measuringAll(config.getFonts()[family] as MeasuringFont)
  const window = createHTMLWindow()
  complete(window)
  const { getBBox } = window.SVGGraphicsElement.prototype
  measureAs(new Measure(font, (element) => getBBox.call(element)), window)
  const { default: mermaid } = await import('mermaid')
  const parse = (svg: string) => {
    const holder = window.document.createElementNS(svgNamespace, 'g')
    holder.innerHTML = svg
    return [...holder.childNodes].find(({ nodeType }) => nodeType === elementType) as DrawnElement
  }
  return { mermaid, parse }
}

export const svgNamespace = 'http://www.w3.org/2000/svg'
export const elementType = 1
export const textType = 3

/** The family in which texts are measured. */
export const family = 'sans-serif'

/** The size of most texts in pixels. */
export const fontSize = 16

/**
 * Takes the place of the purifier of HTML, which works in no DOM but that of browsers. Nothing of what is drawn is HTML: labels
 * are text, and what is written of the SVG is what `clean-svg.ts` allows.
 */
async function stubPurifier(): Promise<void> {
  const { default: purifier } = await import('dompurify')
  Object.assign(purifier, {
    sanitize: (text: unknown) => text,
    addHook: () => undefined,
    isSupported: true,
    removed: [],
  })
}

/** Adds what Mermaid asks a browser for and the DOM does not have. */
function complete(window: DrawnWindow): void {
  const { Element, Node } = window
  for (const name of Object.getOwnPropertyNames(globalThis))
    if (!(name in window)) window[name] = Reflect.get(globalThis, name)
  window.CSSStyleSheet = class {
    readonly cssRules: unknown[] = []
    replaceSync(): void {}
    insertRule(_rule: string, index: number): number {
      this.cssRules.splice(index, 0, { cssText: '', style: { length: 0, setProperty: () => undefined } })
      return index
    }
  }
  window.screen = { width: 1200, height: 800, availWidth: 1200, availHeight: 800 }
  const { getAttribute, matches, querySelector, querySelectorAll } = Element.prototype
  const styles = new WeakMap<object, object>()
  Object.defineProperties(Element.prototype, {
    // The DOM keeps numbers as they were set.
    getAttribute: {
      value(this: DrawnElement, name: string) {
        const value: unknown = getAttribute.call(this, name)
        return value === null ? null : String(value)
      },
    },
    matches: {
      value(this: DrawnElement, selectors: string) {
        return matcherOf(selectors)?.(this) ?? matches.call(this, selectors)
      },
    },
    querySelectorAll: {
      value(this: DrawnElement, selectors: string) {
        const matcher = matcherOf(selectors)
        return matcher ? matchesBelow(this, matcher) : querySelectorAll.call(this, selectors)
      },
    },
    querySelector: {
      value(this: DrawnElement, selectors: string) {
        const matcher = matcherOf(selectors)
        return matcher ? (matchesBelow(this, matcher, 1)[0] ?? null) : querySelector.call(this, selectors)
      },
    },
    offsetWidth: { get: () => 800 },
    parentElement: {
      get(this: DrawnElement) {
        return this.parentNode?.nodeType === elementType ? this.parentNode : null
      },
    },
    // The order of elements matters only to what highlights them.
    compareDocumentPosition: { value: () => 4 },
    style: {
      get(this: DrawnElement) {
        return styles.get(this)
      },
      set(this: DrawnElement, style: object) {
        styles.set(this, withRemoval(style))
      },
    },
  })
  Object.defineProperty(Node.prototype, 'toJSON', { value: () => null })
  const { CSSStyleSheet, document, HTMLElement, screen, SVGElement } = window
  Object.assign(globalThis, {
    window,
    document,
    Element,
    Node,
    HTMLElement,
    SVGElement,
    CSSStyleSheet,
    screen,
  })
}

/** Returns the style of an element with the function that takes a property from it. */
const withRemoval = (style: object): object =>
  new Proxy(style, {
    get: (target, key) =>
      key === 'removeProperty' ? (name: string) => Reflect.set(target, name, '') : Reflect.get(target, key),
  })

/** Lets elements be measured as browsers measure them. */
function measureAs(measure: Measure, { SVGGraphicsElement }: DrawnWindow): void {
  Object.defineProperties(SVGGraphicsElement.prototype, {
    getBBox: {
      value(this: DrawnElement) {
        return measure.boxOf(this)
      },
    },
    getBoundingClientRect: {
      value(this: DrawnElement) {
        const { x, y, width, height } = measure.boxOf(this)
        return { x, y, width, height, left: x, top: y, right: x + width, bottom: y + height }
      },
    },
  })
}

/** Characters that are as wide as they are high. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}]/u

/** Returns a font that tells how wide also those characters are about that it has no glyphs for. */
const measuringAll = (font: MeasuringFont): MeasuringFont => ({
  unitsPerEm: font.unitsPerEm,
  layout: (text) => ({
    glyphs: wide.test(text)
      ? [...text].flatMap((character) =>
          wide.test(character) ? [{ advanceWidth: font.unitsPerEm }] : font.layout(character).glyphs,
        )
      : font.layout(text).glyphs,
  }),
})
