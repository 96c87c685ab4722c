/** What one PDF may cost. Beyond these, content is simplified; it is never refused. */
export const pdfLimits = {
  /** Bytes of one image; a larger one becomes a link. */
  imageBytes: 20_000_000,
  allImageBytes: 100_000_000,
  /** Pixels of an image that has to be unpacked: one with transparency takes 9 bytes for each. */
  unpackedPixels: 16_000_000,
  svgCharacters: 500_000,
  /** Elements that an SVG draws, with those that it draws again by reference. */
  svgElements: 20_000,
  /** Containers inside containers that are drawn as such. */
  depth: 8,
  /** Blocks inside blocks, beyond which only their text is kept. */
  textDepth: 100,
  /** Points: narrower than this no container is indented further. */
  narrowest: 150,
  /** Characters of one laid-out text: the effort of the layout grows with their square. */
  leafCharacters: 4000,
  leafRuns: 300,
  /** Characters without a gap, beyond which a word is cut. */
  wordCharacters: 80,
  titleCharacters: 300,
  /** Columns of a table; with more of them every record becomes a list. */
  columns: 10,
  renderMilliseconds: 60_000,
  /** Megabytes of the worker that renders. */
  workerMegabytes: 1024,
} as const
