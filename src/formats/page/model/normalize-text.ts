/** Normalizes line endings to LF, so that texts that differ in them alone are equal. */
export const withLineFeeds = (value: string): string =>
  value.includes('\r') ? value.replace(/\r\n?/g, '\n') : value

/** Normalizes line endings to LF and replaces characters that Markdown cannot represent. */
export const normalizeText = (value: string): string =>
  withLineFeeds(value).replaceAll('\0', '\ufffd').toWellFormed()
