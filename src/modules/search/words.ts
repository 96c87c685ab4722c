import { type JoinedWord, joinedWord } from './joined-words.ts'

/** Scripts without spaces between words: each character is a word, and consecutive characters form a phrase. */
const unspaced =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]'
const letter = '[\\p{L}\\p{N}\\p{M}]'
const wordPattern = new RegExp(`[${letter}&&${unspaced}]\\p{M}*|[${letter}--${unspaced}]+`, 'gv')

const ascii = /^[a-z0-9]*$/i
const accents = /[\u0300-\u036f]/g
const noLetters = /[^\p{L}\p{N}\p{M}]/gu

/**
 * Letters that Unicode does not take apart, and how readers without them on their keyboard type them, as `unaccent` of
 * PostgreSQL and the folding filter of Lucene have it.
 */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'q',
  ł: 'l',
  ŋ: 'n',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
  ŧ: 't',
  ς: 'σ',
}
const specialLetters = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g')

export interface Token {
  /** The folded form for comparisons: in lower case and without accents. */
  readonly word: string
  /** The ends of a name of several words, each from one of its words on: `userbyid`, `byid` of `getUserById`. */
  readonly ends: readonly string[]
  /** The word that this one and the next ones are also written as, folded, and its end: `kubeproxy` of `kube-proxy`. */
  readonly joined: JoinedWord | undefined
  /** Offsets in the text. */
  readonly start: number
  readonly end: number
}

/** Splits a text into words. Used for both indexed text and queries. */
export function* tokenize(text: string): Generator<Token> {
  const matches = [...text.matchAll(wordPattern)]
  for (const [index, match] of matches.entries()) {
    const word = foldWord(match[0])
    if (word === '') continue
    const joined = joinedWord(text, matches, index)
    yield {
      word,
      ends: endsOf(match[0]),
      joined: joined && { ...joined, word: foldWord(joined.word) },
      start: match.index,
      end: match.index + match[0].length,
    }
  }
}

export const wordsOf = (text: string): string[] => Array.from(tokenize(text), ({ word }) => word)

/** Before a capital letter that begins a word of a name: in `getUser`, and the last one of `XMLHttp`. */
const wordInName = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu
const severalWords = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{N}\p{Lu}/u
const maximumEnds = 8
const shortestEnd = 3

/** The article of Arabic, also after “and”, which is written as the beginning of its word. */
const article = /^\u0648?\u0627\u0644(?=\p{L}{3})/u

function endsOf(name: string): string[] {
  if (article.test(name)) return [foldWord(name.replace(article, ''))]
  if (!severalWords.test(name)) return []
  const ends: string[] = []
  for (const { index } of name.matchAll(wordInName)) {
    if (name.length - index < shortestEnd || ends.length === maximumEnds) break
    const end = foldWord(name.slice(index))
    if (end.length >= shortestEnd) ends.push(end)
  }
  return ends
}

/** Normalizes case, accents and equivalent forms of letters. */
export function foldWord(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .replace(specialLetters, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC')
    .toLowerCase()
    .replace(noLetters, '')
}
