/** Normalizes line endings to LF and replaces characters that Markdown cannot represent. */
export const normalizeText = (value: string): string =>
  value.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd').toWellFormed()
