/** One form of line end, and no signs that Markdown cannot hold. */
export const normalizeText = (value: string): string =>
  value.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd').toWellFormed()
