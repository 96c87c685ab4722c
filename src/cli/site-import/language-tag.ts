const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

const tag = /^[a-z]{2,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?$/

/** Returns the tag of a language in lower case, such as `pt-br` for `pt_BR`; undefined for a text that is none. */
export function languageTag(text: string | null | undefined): string | undefined {
  const written = text?.trim().replaceAll('_', '-').toLowerCase() ?? ''
  return tag.test(written) && names.of(written) !== undefined ? written : undefined
}
