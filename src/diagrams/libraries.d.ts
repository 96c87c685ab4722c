declare module 'svgdom' {
  /** The part of a DOM that drawing reads. */
  export interface DrawnElement {
    readonly nodeType: number
    readonly nodeName: string
    readonly localName: string
    readonly data?: string
    readonly textContent: string
    readonly parentNode: DrawnElement | null
    readonly childNodes: Iterable<DrawnElement>
    readonly attrs: Iterable<{ readonly name: string; readonly value: string }>
    innerHTML: string
    getAttribute(name: string): string | null
    setAttribute(name: string, value: string): void
    querySelectorAll(selectors: string): DrawnElement[]
    querySelector(selectors: string): DrawnElement | null
    matches(selectors: string): boolean
    /** Returns the transformation of the element. */
    matrixify(): {
      readonly a: number
      readonly b: number
      readonly c: number
      readonly d: number
      readonly e: number
      readonly f: number
    }
  }
  export interface DrawnDocument {
    readonly body: DrawnElement
    createElementNS(namespace: string, name: string): DrawnElement
  }
  interface ElementType {
    readonly prototype: DrawnElement
  }
  export type DrawnWindow = Record<string, unknown> & {
    readonly document: DrawnDocument
    readonly Element: ElementType
    readonly Node: ElementType
    readonly SVGGraphicsElement: {
      readonly prototype: {
        readonly getBBox: () => {
          readonly x: number
          readonly y: number
          readonly width: number
          readonly height: number
        }
      }
    }
  }
  export interface MeasuringFont {
    readonly unitsPerEm: number
    layout(text: string): { readonly glyphs: { readonly advanceWidth: number }[] }
  }
  export function createHTMLWindow(): DrawnWindow
  export const config: {
    setFontDir(folder: string): typeof config
    setFontFamilyMappings(files: Readonly<Record<string, string>>): typeof config
    preloadFonts(): typeof config
    getFonts(): Record<string, MeasuringFont>
  }
}
