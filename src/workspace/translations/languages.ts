import { language } from '../app/texts.ts'

const names = new Intl.DisplayNames(language, { type: 'language' })

/** Returns the name of a language, or its tag if it has none. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch {
    return tag
  }
}

/** Returns the tags in a text that has commas or spaces between them. */
export const tagsIn = (typed: string): string[] => typed.split(/[\s,;]+/).filter((tag) => tag !== '')
