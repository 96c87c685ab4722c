/** Limits of one PDF. Content that exceeds them is simplified and never rejected. */
export const pdfLimits = {
  /** Bytes of one image. A larger one becomes a link. */
  imageBytes: 20_000_000,
  allImageBytes: 100_000_000,
  /** Pixels of an image that has to be unpacked. An image with transparency takes 9 bytes per pixel. */
  unpackedPixels: 16_000_000,
  svgCharacters: 500_000,
  /** Elements of an SVG, including those that are drawn repeatedly by reference. */
  svgElements: 20_000,
  /** Diagrams that are drawn. Further ones are printed as their sources. */
  diagrams: 200,
  /** Nesting depth of containers that are drawn. */
  depth: 8,
  /** Nesting depth of blocks that are laid out. Deeper blocks are reduced to their text. */
  textDepth: 100,
  /** Minimum width in points at which containers are indented. */
  narrowest: 150,
  /** Characters of one text. The time of the layout grows with their square. */
  leafCharacters: 4000,
  leafRuns: 300,
  /** Characters of one word. Longer words are split. */
  wordCharacters: 80,
  titleCharacters: 300,
  /** Columns of a table. With more columns, each record is rendered as a list. */
  columns: 10,
  renderMilliseconds: 60_000,
  /** Pages that are rendered while a request waits. A PDF with more is made by a job. */
  pagesOfRequest: 50,
  /** The time for which a request waits for that job: less than the minute after which load balancers give up. */
  requestWaitSeconds: 50,
  jobMilliseconds: 600_000,
  /** Memory of the heap of the process that renders it, in megabytes. */
  workerMegabytes: 400,
} as const
