/** Removes U+0000 and replaces lone surrogates, neither of which PostgreSQL can store. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()
