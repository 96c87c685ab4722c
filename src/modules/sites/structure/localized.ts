import { invalidInput } from '../../../base/errors.ts'
import { brokenRule } from '../../../base/rules.ts'
import { Prisma } from '../../../generated/prisma/client.ts'
import type { Localized } from '../../../languages/localized-text.ts'

const languageCode = /^[a-z]{2,3}(-[a-z]{2,4})?$/

/** Maximum languages of a text. */
const maximumLanguages = 100

/** Parses texts by language, each of at most so many characters. `member` is their path in the input. */
function readLocalized(member: string, value: unknown, maxLength: number): Localized {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidInput(member, 'must be an object of texts by language, such as { "fr": "Titre" }')
  const entries = Object.entries(value)
  if (entries.length > maximumLanguages)
    throw invalidInput(member, `must have at most ${maximumLanguages} languages`)
  for (const [code, text] of entries) {
    const path = `${member}.${code}`
    if (!languageCode.test(code)) throw brokenRule(path, 'NOT_LANGUAGE')
    if (typeof text !== 'string') throw brokenRule(path, 'NOT_TEXT')
    if ([...text].length > maxLength) throw brokenRule(path, 'TOO_LONG', { maximum: maxLength })
  }
  return value as Localized
}

/** Maximum characters of texts in other languages. */
export const localizedLimits = { title: 128, description: 256 } as const

/** Returns the value of a column: as it is if the member is absent, and none if it is null or has no texts. */
export function localizedColumn(member: string, value: unknown, maxLength: number) {
  if (value === undefined) return undefined
  if (value === null) return Prisma.DbNull
  const texts = readLocalized(member, value, maxLength)
  return Object.keys(texts).length === 0 ? Prisma.DbNull : texts
}

/** Returns a text in a language if there is one, else the text itself. */
export function inLanguage<Text extends string | null>(
  text: Text,
  localized: unknown,
  language: string,
): Text | string {
  const texts = (localized ?? {}) as Localized
  const found = Object.hasOwn(texts, language) ? texts[language] : undefined
  return found || text
}
