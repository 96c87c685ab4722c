declare module 'fontkit' {
  export interface Glyph {
    readonly id: number
    readonly path: { toSVG(): string }
  }
  export interface GlyphRun {
    readonly glyphs: readonly Glyph[]
    readonly positions: readonly {
      readonly xAdvance: number
      readonly xOffset: number
      readonly yOffset: number
    }[]
  }
  export interface Font {
    readonly unitsPerEm: number
    layout(
      text: string,
      features?: readonly string[],
      script?: string,
      language?: string,
      direction?: 'ltr' | 'rtl',
    ): GlyphRun
  }
  export function create(bytes: Uint8Array): Font
}
