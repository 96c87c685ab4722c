import { readFileSync } from 'node:fs'
import { requirePackage } from '../../../base/require-package.ts'

/** The members of an emoji of JoyPixels that are used. The names are between colons. */
interface JoyPixelsEmoji {
  readonly shortname: string
  readonly shortname_alternates: readonly string[]
  readonly unicode_output: string
}

interface EmojiNames {
  /** Codes by name. */
  readonly codes: ReadonlyMap<string, string>
  /** The first name of each emoji, by its code without joiners and variation selectors. */
  readonly names: ReadonlyMap<string, string>
}

let known: EmojiNames | undefined

/**
 * Reads the names at the first emoji of a process: those of GitHub, and those of JoyPixels, which GitBook writes. No other
 * module loads the package with the former, which has no CommonJS code.
 */
function emojiNames(): EmojiNames {
  if (known) return known
  const { gemoji } = requirePackage('gemoji') as typeof import('gemoji')
  const codes = new Map<string, string>()
  const names = new Map<string, string>()
  for (const { emoji, names: all } of gemoji) {
    const code = codeOf(emoji)
    for (const name of all) codes.set(name, code)
    names.set(shortCode(code), all[0] ?? '')
  }
  for (const { shortname, shortname_alternates, unicode_output: code } of joyPixelsEmoji()) {
    for (const name of [shortname, ...shortname_alternates]) setIfAbsent(codes, name.slice(1, -1), code)
    setIfAbsent(names, shortCode(code), shortname.slice(1, -1))
  }
  known = { codes, names }
  return known
}

/** Reads the file itself, because `require` would keep all of it in memory. */
function joyPixelsEmoji(): JoyPixelsEmoji[] {
  const path = requirePackage.resolve('emoji-toolkit/emoji_strategy.json')
  return Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, JoyPixelsEmoji>)
}

const setIfAbsent = (map: Map<string, string>, key: string, value: string): void => {
  if (!map.has(key)) map.set(key, value)
}

/** Returns the code points of characters in hexadecimal digits. */
const codeOf = (characters: string): string =>
  [...characters].map((character) => (character.codePointAt(0) ?? 0).toString(16)).join('-')

/** Removes joiners and variation selectors, which some clients leave out. */
const shortCode = (code: string): string =>
  code
    .toLowerCase()
    .split('-')
    .filter((digits) => digits !== '200d' && digits !== 'fe0f')
    .join('-')

const codePattern = /^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i

/** Returns the code of an emoji by its name on GitHub or in GitBook: `1f604` for `smile`. */
export const emojiCodeOf = (name: string): string | undefined => emojiNames().codes.get(name)

/** Returns the name of an emoji on GitHub, or else in GitBook. */
export const emojiNameOf = (code: string): string | undefined =>
  codePattern.test(code) ? emojiNames().names.get(shortCode(code)) : undefined

/** Returns the code of the emoji that `:name:` is, by its name or its code. Any other text between colons is text. */
export const namedEmoji = (name: string): string | undefined =>
  emojiCodeOf(name) ?? emojiCodeOf(emojiNameOf(name) ?? '')

/** Returns the characters of an emoji that is given by its code or name; undefined for any other text. */
export function emojiCharacters(codeOrName: string): string | undefined {
  const code = namedEmoji(codeOrName) ?? codeOrName
  if (!codePattern.test(code) || code.length < 4) return undefined
  const codePoints = code.split('-').map((digits) => Number.parseInt(digits, 16))
  return codePoints.some((point) => point > 0x10ffff) ? undefined : String.fromCodePoint(...codePoints)
}

/** Returns the code points of an emoji, such as `1f680`, by its characters or name. Any other text is taken to be such a code. */
export const emojiCodePoints = (emoji: string): string =>
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u.test(emoji)
    ? codeOf(emoji)
    : (namedEmoji(emoji.replace(/^:(.*):$/, '$1')) ?? emoji)
