/** The extension of a field whose code waits, so that no statement reads it: why, in a sentence. The explanation of a plan has it. */
export const causeExtension = 'cause'

/** Returns why no statement reads a field, if it declares that. */
export const causeOf = ({ extensions }: { readonly extensions: object }): string | undefined =>
  (extensions as { readonly [causeExtension]?: string })[causeExtension]
