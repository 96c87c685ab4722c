/** The text without what PostgreSQL cannot store: U+0000, and halves of surrogate pairs. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed()
