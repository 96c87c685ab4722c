import type { Gemoji } from 'gemoji'

/** An emoji with what finds it. */
export interface NamedEmoji {
  readonly emoji: string
  readonly name: string
  readonly words: string
}

let read: Promise<readonly NamedEmoji[]> | undefined

/** Loads all emojis with their names, once: they are as large as a screen. */
export function loadEmojis(): Promise<readonly NamedEmoji[]> {
  read ??= import('gemoji').then(({ gemoji }) => gemoji.map(namedEmoji))
  return read
}

const namedEmoji = ({ emoji, names, tags, description }: Gemoji): NamedEmoji => ({
  emoji,
  name: names[0] ?? description,
  words: [...names, ...tags, description].join(' ').toLowerCase(),
})

/** Returns the emojis that a text finds: first those whose name begins with it. */
export function matchingEmojis(emojis: readonly NamedEmoji[], typed: string): readonly NamedEmoji[] {
  const search = typed.trim().toLowerCase()
  if (search === '') return emojis
  const found = emojis.filter(({ words }) => words.includes(search))
  const begins = ({ name }: NamedEmoji) => name.startsWith(search)
  return [...found.filter(begins), ...found.filter((each) => !begins(each))]
}
