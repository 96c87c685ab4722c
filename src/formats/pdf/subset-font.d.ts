declare module 'subset-font' {
  /** Returns the characters of a font at one point of its axes. */
  function subsetFont(
    font: Buffer,
    text: string,
    options: {
      readonly targetFormat: 'sfnt'
      readonly variationAxes: Readonly<Record<string, number>>
    },
  ): Promise<Buffer>
  export = subsetFont
}
