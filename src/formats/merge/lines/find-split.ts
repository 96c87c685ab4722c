import type { Work } from './compare-lines.ts'
import type { Part } from './part.ts'
import type { LinePair } from './unique-lines.ts'

/**
 * The number of changed lines up to which the best split of a part is searched for, from each of its ends. The search
 * takes its square.
 */
const maximumEdits = 256

/** The furthest index of the text before that a search has reached on each diagonal (index before − index after). */
class Frontier {
  readonly #reached = new Int32Array(2 * maximumEdits + 5)
  readonly #offset: number
  /** The diagonals that the search is on. */
  lowest: number
  highest: number
  readonly #least: number
  readonly #most: number
  readonly #unreached: number

  constructor(diagonal: number, reached: number, bounds: { least: number; most: number; unreached: number }) {
    this.#offset = maximumEdits + 2 - diagonal
    this.lowest = diagonal
    this.highest = diagonal
    this.#least = bounds.least
    this.#most = bounds.most
    this.#unreached = bounds.unreached
    this.set(diagonal, reached)
  }

  get(diagonal: number): number {
    return this.#reached[diagonal + this.#offset] as number
  }

  set(diagonal: number, reached: number): void {
    this.#reached[diagonal + this.#offset] = reached
  }

  has(diagonal: number): boolean {
    return this.lowest <= diagonal && diagonal <= this.highest
  }

  /** Moves on to the diagonals that one more edit reaches, those outside of the part left out. */
  widen(): void {
    if (this.lowest > this.#least) {
      this.lowest--
      this.set(this.lowest - 1, this.#unreached)
    } else this.lowest++
    if (this.highest < this.#most) {
      this.highest++
      this.set(this.highest + 1, this.#unreached)
    } else this.highest--
  }
}

interface Split extends LinePair {
  /** Returns whether a shortest sequence of edits leads through the point. */
  readonly isShortest: boolean
}

/**
 * Returns the point of a part, neither of whose ends are common lines, at which a search from its start and one from its
 * end meet, after E. W. Myers, "An O(ND) difference algorithm and its variations", 1986. For a part that differs in more
 * than `maximumEdits`, it is where one of the searches is furthest, as in git. Returns undefined once the work is
 * exceeded.
 */
export function findSplit(before: Int32Array, after: Int32Array, part: Part, work: Work): Split | undefined {
  const { beforeFrom, beforeTo, afterFrom, afterTo } = part
  const bounds = { least: beforeFrom - afterTo, most: beforeTo - afterFrom }
  const start = beforeFrom - afterFrom
  const end = beforeTo - afterTo
  const isOdd = ((start - end) & 1) !== 0
  const forward = new Frontier(start, beforeFrom, { ...bounds, unreached: -1 })
  const backward = new Frontier(end, beforeTo, { ...bounds, unreached: beforeTo + 1 })
  for (let edits = 1; edits <= maximumEdits; edits++) {
    if (work.isExceeded) return undefined
    forward.widen()
    for (let diagonal = forward.highest; diagonal >= forward.lowest; diagonal -= 2) {
      const from = Math.max(forward.get(diagonal - 1) + 1, forward.get(diagonal + 1))
      let index = from
      while (index < beforeTo && index - diagonal < afterTo && before[index] === after[index - diagonal])
        index++
      forward.set(diagonal, index)
      work.steps += 1 + index - from
      if (isOdd && backward.has(diagonal) && backward.get(diagonal) <= index)
        return { before: index, after: index - diagonal, isShortest: true }
    }
    backward.widen()
    for (let diagonal = backward.highest; diagonal >= backward.lowest; diagonal -= 2) {
      const from = Math.min(backward.get(diagonal - 1), backward.get(diagonal + 1) - 1)
      let index = from
      while (
        index > beforeFrom &&
        index - diagonal > afterFrom &&
        before[index - 1] === after[index - diagonal - 1]
      )
        index--
      backward.set(diagonal, index)
      work.steps += 1 + from - index
      if (!isOdd && forward.has(diagonal) && index <= forward.get(diagonal))
        return { before: index, after: index - diagonal, isShortest: true }
    }
  }
  return { ...furthest(part, forward, backward), isShortest: false }
}

/** Returns the point at which more lines are behind one of the searches than at any other. */
function furthest(part: Part, forward: Frontier, backward: Frontier): LinePair {
  const { beforeFrom, beforeTo, afterFrom, afterTo } = part
  let best: LinePair = { before: beforeFrom, after: afterFrom }
  for (let diagonal = forward.highest; diagonal >= forward.lowest; diagonal -= 2) {
    const index = Math.min(forward.get(diagonal), beforeTo, afterTo + diagonal)
    if (index + index - diagonal > best.before + best.after) best = { before: index, after: index - diagonal }
  }
  let last: LinePair = { before: beforeTo, after: afterTo }
  for (let diagonal = backward.highest; diagonal >= backward.lowest; diagonal -= 2) {
    const index = Math.max(backward.get(diagonal), beforeFrom, afterFrom + diagonal)
    if (index + index - diagonal < last.before + last.after) last = { before: index, after: index - diagonal }
  }
  const reached = best.before + best.after - beforeFrom - afterFrom
  const left = beforeTo + afterTo - last.before - last.after
  return left < reached ? best : last
}
