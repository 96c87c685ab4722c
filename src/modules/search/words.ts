import { type JoinedWord, joinedWord, type WrittenWord } from './joined-words.ts'

/** Scripts without spaces between words: each character is a word, and consecutive characters form a phrase. */
const unspaced =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]'
const letter = '[\\p{L}\\p{N}\\p{M}]'
const wordPattern = new RegExp(`[${letter}&&${unspaced}]\\p{M}*|[${letter}--${unspaced}]+`, 'gv')

const otherThanAscii = /[^\0-\x7f]/

const isAscii = (text: string) => !otherThanAscii.test(text)

const asciiLetters = /^[a-z0-9]*$/i
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
  const isPlain = isAscii(text)
  const written = isPlain ? asciiWordsIn(text) : wordsIn(text)
  for (const [index, { text: name, start }] of written.entries()) {
    const word = foldWord(name)
    if (word === '') continue
    const joined = joinedWord(text, written, index)
    yield {
      word,
      ends: isPlain && word === name ? noEnds : endsOf(name),
      joined: joined && { ...joined, word: foldWord(joined.word) },
      start,
      end: start + name.length,
    }
  }
}

const noEnds: readonly string[] = []

const wordsIn = (text: string): WrittenWord[] =>
  Array.from(text.matchAll(wordPattern), ({ 0: word, index }) => ({ text: word, start: index }))

/** Returns the same words as `wordsIn` of a text without other letters, in a fraction of the time. */
function asciiWordsIn(text: string): WrittenWord[] {
  const words: WrittenWord[] = []
  let start = -1
  for (let index = 0; index <= text.length; index++) {
    const isInWord = isAsciiLetter(text.charCodeAt(index))
    if (isInWord && start < 0) start = index
    if (isInWord || start < 0) continue
    words.push({ text: text.slice(start, index), start })
    start = -1
  }
  return words
}

/** Returns whether a code is that of a letter or digit. After the end of a text there is none. */
const isAsciiLetter = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)

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
function foldWord(text: string): string {
  if (asciiLetters.test(text)) return text.toLowerCase()
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .replace(specialLetters, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFC')
    .toLowerCase()
    .replace(noLetters, '')
}
