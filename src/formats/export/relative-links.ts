/** The beginning of the address of a link, a definition or a tag, unless it is absolute or an anchor. */
const relativeStart =
  /(?:\][(:]\s*<?(?![\s<])|\b(?:url|src|srcset|href)\s*=\s*["']?(?!["'\s])|\binclude\s+")(?!#|[a-z][a-z0-9+.-]*:|\/\/)/i

/** Returns whether Markdown may have an address that is relative. Parsing it would take much longer. */
export const mayHaveRelativeLinks = (markdown: string): boolean => relativeStart.test(markdown)
