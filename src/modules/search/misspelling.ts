import { spelling } from './limits.ts'
import type { Clause } from './query.ts'
import type { RunStatement } from './stems.ts'
import type { Guesses } from './ts-query.ts'

const alphabets = [
  { script: /^[a-z0-9]+$/, letters: [...'abcdefghijklmnopqrstuvwxyz0123456789'] },
  { script: /\p{Script=Cyrillic}/u, letters: [...'абвгдежзиклмнопрстуфхцчшщъыьэюяіїєґ'] },
  { script: /\p{Script=Greek}/u, letters: [...'αβγδεζηθικλμνξοπρστυφχψω'] },
]

/**
 * The words that are one error away: a letter too many, too few or wrong, or two that changed places. Likelier ones
 * come first; people seldom mistake the first letter.
 */
export function neighbours(word: string): string[] {
  const letters = [...word]
  const alphabet = alphabets.find(({ script }) => script.test(word))?.letters ?? [...new Set(letters)]
  const found = new Set<string>()
  const put = (start: number, removed: number, inserted: string) =>
    found.add([...letters.slice(0, start), inserted, ...letters.slice(start + removed)].join(''))
  for (let place = letters.length; place >= 0; place--) {
    const [here = '', next] = letters.slice(place, place + 2)
    if (next !== undefined) put(place, 2, next + here)
    if (here !== '') put(place, 1, '')
    for (const letter of alphabet) {
      put(place, 0, letter)
      if (here !== '') put(place, 1, letter)
    }
  }
  found.delete(word)
  return [...found]
}

/** Words that are found somewhere and are one error away from words of the query, in one statement. */
export async function guessWords(run: RunStatement, clauses: readonly Clause[]): Promise<Guesses> {
  const misspelt = clauses
    .filter(({ words, exact, excluded }) => words.length === 1 && !exact && !excluded)
    .flatMap(({ words }) => words)
    .filter(({ length }) => length >= spelling.shortestMisspelt && length <= spelling.longest)
  const nearby = new Map(
    [...new Set(misspelt)].slice(0, spelling.misspeltWords).map((word) => [word, neighbours(word)]),
  )
  if (nearby.size === 0) return new Map()
  const rows = await run<{ word: string }>('SELECT word FROM "SearchWord" WHERE word = ANY($1::text[])', [
    [...new Set([...nearby.values()].flat())],
  ])
  const known = new Set(rows.map(({ word }) => word))
  return new Map(
    [...nearby].map(([word, near]) => [
      word,
      near.filter((other) => known.has(other)).slice(0, spelling.guesses),
    ]),
  )
}
