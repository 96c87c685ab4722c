import { type Replacement, replacements } from './token-changes.ts'

/** A part of the text that two people changed in ways that exclude each other. */
export interface TextConflict {
  readonly base: string
  readonly mine: string
  readonly theirs: string
}

/** Two changed texts as one. */
export interface MergedText {
  /** The text with the changes of both. Where they exclude each other, it has mine. */
  readonly text: string
  readonly conflicts: readonly TextConflict[]
}

/**
 * Merges two texts that started from the same: line by line, and within lines that both changed word by word. What both inserted at
 * the same place is kept from both, theirs first, so that all who merge end with the same text.
 */
export function mergeTexts(base: string, mine: string, theirs: string): MergedText {
  if (mine === theirs || theirs === base) return { text: mine, conflicts: [] }
  if (mine === base) return { text: theirs, conflicts: [] }
  const conflicts: TextConflict[] = []
  const text = mergeTokens(linesOf, [base, mine, theirs], true, (parts) => {
    const merged = mergeWords(parts)
    if (merged !== undefined) return merged
    conflicts.push(parts)
    return parts.mine
  })
  return { text, conflicts }
}

/** Returns my text with the lines that were written differently in between, except those that I changed. */
export const withRewrittenLines = (base: string, mine: string, rewritten: string): string =>
  base === rewritten ? mine : mergeTokens(linesOf, [base, mine, rewritten], true, (parts) => parts.mine)

/** Splits a text into lines, each with the empty lines behind it, which alone would pair with any others. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n+|[^\n]+$/g) ?? []

const wordsOf = (text: string): string[] =>
  text.match(/\n|[^\S\n]+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu) ?? []

/** Merges a part word by word. Undefined if both changed the same words. */
function mergeWords({ base, mine, theirs }: TextConflict): string | undefined {
  let excludes = false
  const merged = mergeTokens(wordsOf, [base, mine, theirs], false, (parts) => {
    if (parts.base === '') return parts.theirs + parts.mine
    excludes = true
    return ''
  })
  return excludes ? undefined : merged
}

/**
 * Merges the tokens of texts. `decide` gets each part that both changed. Changes that touch are one part if `joinsNeighbours`, such as
 * neighbouring lines, about which words decide.
 */
function mergeTokens(
  tokensOf: (text: string) => string[],
  texts: readonly [base: string, mine: string, theirs: string],
  joinsNeighbours: boolean,
  decide: (parts: TextConflict) => string,
): string {
  const [base, mine, theirs] = texts.map(tokensOf) as [string[], string[], string[]]
  const mineChanges = replacements(base, mine)
  const theirChanges = replacements(base, theirs)
  let merged = ''
  let at = 0
  while (mineChanges.length > 0 || theirChanges.length > 0) {
    const part = nextPart(mineChanges, theirChanges, joinsNeighbours)
    merged += base.slice(at, part.from).join('')
    const parts = {
      base: base.slice(part.from, part.to).join(''),
      mine: applied(base, part, part.mine),
      theirs: applied(base, part, part.theirs),
    }
    merged += decided(parts, decide)
    at = part.to
  }
  return merged + base.slice(at).join('')
}

function decided(parts: TextConflict, decide: (parts: TextConflict) => string): string {
  if (parts.mine === parts.theirs || parts.theirs === parts.base) return parts.mine
  return parts.mine === parts.base ? parts.theirs : decide(parts)
}

interface Part {
  from: number
  to: number
  readonly mine: Replacement[]
  readonly theirs: Replacement[]
}

/** Takes the next changes that belong together from both lists. */
function nextPart(mine: Replacement[], theirs: Replacement[], joinsNeighbours: boolean): Part {
  const first = Math.min(mine[0]?.from ?? Infinity, theirs[0]?.from ?? Infinity)
  const part: Part = { from: first, to: first, mine: [], theirs: [] }
  for (let taken = true; taken; ) {
    taken = false
    for (const [list, own, others] of [
      [mine, part.mine, part.theirs],
      [theirs, part.theirs, part.mine],
    ] as const) {
      const next = list[0]
      if (!next || !(isFirst(part, next) || meets(part, next, others, joinsNeighbours))) continue
      own.push(next)
      list.shift()
      part.to = Math.max(part.to, next.to)
      taken = true
    }
  }
  return part
}

const isFirst = (part: Part, { from }: Replacement): boolean =>
  part.mine.length + part.theirs.length === 0 && from === part.from

function meets(
  { from, to }: Part,
  next: Replacement,
  others: readonly Replacement[],
  joinsNeighbours: boolean,
): boolean {
  if (next.from < to) return true
  if (joinsNeighbours) return next.from === to
  // Two insertions at the same place.
  return next.from === to && from === to && next.from === next.to && others.length > 0
}

/** Returns the text of a part of the base after changes in it. */
function applied(base: readonly string[], { from, to }: Part, changes: readonly Replacement[]): string {
  let text = ''
  let at = from
  for (const change of changes) {
    text += base.slice(at, change.from).join('') + change.tokens.join('')
    at = change.to
  }
  return text + base.slice(at, to).join('')
}
