import { requirePackage } from '../../../base/require-package.ts'

/** Maximum characters of an anchor. */
const maximumLength = 100

/** Symbols that become words of their own. */
const symbolWords: Readonly<Record<string, string>> = {
  '&': 'and',
  '|': 'or',
  '<': 'less-than',
  '>': 'greater-than',
}

/** Symbols that are replaced within a word. */
const symbolTexts: Readonly<Record<string, string>> = { $: 'usd', '€': 'eur', '£': 'gbp' }

/**
 * Returns the anchor that GitBook gives to a heading, which migrated links use: `1. R&D` becomes `id-1.-r-and-d`. Empty
 * for a text without letters and digits.
 */
export function gitbookSlug(text: string): string {
  const words = latin(text.normalize('NFKC'))
    .toLowerCase()
    .replace(/[^a-z0-9._+]+/g, '-')
    .replace(/^-|-$/g, '')
    // Blockers of advertisements hide elements whose ids contain the word.
    .replace(/(?<![^-])ad(?![^-])/g, 'a-d')
  const slug = /^[0-9]/.test(words) ? `id-${words}` : words
  return slug.slice(0, maximumLength).replace(/-$/, '')
}

/** Spells a text in the Latin alphabet. */
function latin(text: string): string {
  const spelled = text
    .replace(/[&|<>]/g, (symbol) => ` ${symbolWords[symbol]} `)
    .replace(/[$€£]/g, (symbol) => symbolTexts[symbol] ?? symbol)
  if (/^\p{ASCII}*$/u.test(spelled)) return spelled
  const { transliterate } = requirePackage('transliteration') as typeof import('transliteration')
  return transliterate(spelled)
}
