import { isLanguage, type Language } from './catalogue.ts'

/** Languages that have no texts of their own, and the closest that has. */
const near: Readonly<Record<string, Language>> = { pt: 'pt-br', nb: 'no', nn: 'no' }

/** Returns the language that has texts for a tag such as `de-at`, or undefined. */
export function languageFor(tag: string): Language | undefined {
  const given = tag.toLowerCase()
  const [base = ''] = given.split('-')
  return [given, base].find(isLanguage) ?? near[base]
}

/** Returns the language in which a user is written to: the one kept of the user, or else English. */
export const languageOf = ({ language }: { readonly language: string | null }): Language =>
  language !== null && isLanguage(language) ? language : 'en'

/** Returns the language of an `Accept-Language` header that is preferred among those that have texts, or undefined. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  const ranges = (header ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    return { tag, quality: quality === undefined ? 1 : Number(quality) }
  })
  return ranges
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => languageFor(tag))
    .find((language) => language !== undefined)
}
