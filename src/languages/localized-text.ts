/** Texts by the tag of their language in lower case, as they are stored. */
export type Localized = { readonly [language: string]: string }

export interface LocalizedText {
  readonly language: string
  readonly text: string
}

export const localizedList = (texts: Localized | null | undefined): LocalizedText[] | null =>
  texts ? Object.entries(texts).map(([language, text]) => ({ language, text })) : null

/** Returns a list of texts as it is stored. Of two texts in one language the last counts. */
export const localizedOf = (texts: readonly LocalizedText[]): Localized =>
  Object.fromEntries(texts.map(({ language, text }) => [language.toLowerCase(), text]))

/** Returns the text in a language, or in the one without a region; undefined if there is none. */
export const textIn = (texts: Localized | undefined, language: string): string | undefined => {
  const tag = language.toLowerCase()
  return texts?.[tag] || texts?.[tag.split('-')[0] ?? tag] || undefined
}
