import { diff } from '@codemirror/merge'

/** A part of a text that was replaced, by the numbers of its tokens. */
export interface Replacement {
  readonly from: number
  readonly to: number
  readonly tokens: readonly string[]
}

/** Parts of two texts that are compared. */
interface Section {
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** The number of the first token in the whole text before. */
  readonly at: number
}

/**
 * Returns how tokens became others. Tokens that both texts have once are held together first (a patience diff), so that the empty lines
 * and spaces that all texts have many of do not pair what has nothing to do with each other.
 */
export function replacements(before: readonly string[], after: readonly string[]): Replacement[] {
  return changesIn({ before, after, at: 0 })
}

function changesIn(whole: Section): Replacement[] {
  const section = withoutEnds(whole)
  const { before, after, at } = section
  if (before.length === 0 && after.length === 0) return []
  if (before.length === 0 || after.length === 0) return [{ from: at, to: at + before.length, tokens: after }]
  const anchors = anchorsOf(section)
  if (anchors.length === 0) return plainChanges(section)
  const changes: Replacement[] = []
  let last = { before: 0, after: 0 }
  for (const anchor of [...anchors, { before: before.length, after: after.length }]) {
    changes.push(
      ...changesIn({
        before: before.slice(last.before, anchor.before),
        after: after.slice(last.after, anchor.after),
        at: at + last.before,
      }),
    )
    last = { before: anchor.before + 1, after: anchor.after + 1 }
  }
  return changes
}

/** Leaves out what both texts begin and end with. */
function withoutEnds({ before, after, at }: Section): Section {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return {
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
    at: at + start,
  }
}

interface Anchor {
  readonly before: number
  readonly after: number
}

/** Returns the most tokens that are in both texts once, and in the same order. */
function anchorsOf({ before, after }: Section): Anchor[] {
  const places = uniquePlaces(after)
  const shared = [...uniquePlaces(before)].flatMap(([token, place]) => {
    const other = places.get(token)
    return other === undefined || place < 0 || other < 0 ? [] : [{ before: place, after: other }]
  })
  return longestRising(shared)
}

/** Returns where each token is, or -1 for one that repeats. */
function uniquePlaces(tokens: readonly string[]): Map<string, number> {
  const places = new Map<string, number>()
  for (const [place, token] of tokens.entries())
    if (/\S/.test(token)) places.set(token, places.has(token) ? -1 : place)
  return places
}

/** Returns the longest part of a list, ordered by `before`, in which `after` rises too. */
function longestRising(anchors: readonly Anchor[]): Anchor[] {
  interface Link extends Anchor {
    readonly previous: Link | undefined
  }
  const ends: Link[] = []
  for (const anchor of anchors) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] as Link).after < anchor.after) low = middle + 1
      else high = middle
    }
    ends[low] = { ...anchor, previous: ends[low - 1] }
  }
  const found: Anchor[] = []
  for (let link = ends.at(-1); link; link = link.previous) found.push(link)
  return found.reverse()
}

/** Compares tokens that have nothing that stands out, as texts in which each token is one character. */
function plainChanges({ before, after, at }: Section): Replacement[] {
  const characters = new Map<string, string>()
  const encode = (tokens: readonly string[]): string => {
    let encoded = ''
    for (const token of tokens) {
      const character = characters.get(token) ?? characterAt(characters.size)
      characters.set(token, character)
      encoded += character
    }
    return encoded
  }
  const [one, other] = [encode(before), encode(after)]
  // Beyond the characters that there are, all of it counts as changed.
  if (characters.size > characterCount) return [{ from: at, to: at + before.length, tokens: after }]
  return diff(one, other, { scanLimit: 1000 }).map(({ fromA, toA, fromB, toB }) => ({
    from: at + fromA,
    to: at + toA,
    tokens: after.slice(fromB, toB),
  }))
}

// Without the halves of pairs, which a difference does not part.
const surrogates = { from: 0xd800, count: 0x800 }
const characterCount = 0x10000 - surrogates.count

const characterAt = (index: number): string =>
  String.fromCharCode(index < surrogates.from ? index : index + surrogates.count)
