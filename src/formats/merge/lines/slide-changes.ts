import type { Work } from './compare-lines.ts'

/** Consecutive changed lines of a text, or the place between two unchanged lines. */
class Group {
  start = 0
  end = 0
  readonly #changed: Uint8Array

  constructor(changed: Uint8Array) {
    this.#changed = changed
    while (changed[this.end]) this.end++
  }

  get isEmpty(): boolean {
    return this.start === this.end
  }

  /** Moves to the next group. Returns whether there is one. */
  next(): boolean {
    if (this.end >= this.#changed.length - 1) return false
    this.start = this.end + 1
    this.end = this.start
    while (this.#changed[this.end]) this.end++
    return true
  }

  previous(): void {
    this.end = this.start - 1
    this.start = this.end
    while (this.start > 0 && this.#changed[this.start - 1]) this.start--
  }

  /** Moves the change one line up, and joins it with changes that it meets. Returns whether the text stays the same. */
  slideUp(lines: Int32Array): boolean {
    if (this.start === 0 || lines[this.start - 1] !== lines[this.end - 1]) return false
    this.#changed[--this.start] = 1
    this.#changed[--this.end] = 0
    while (this.start > 0 && this.#changed[this.start - 1]) this.start--
    return true
  }

  /** Moves the change one line down, and joins it with changes that it meets. Returns whether the text stays the same. */
  slideDown(lines: Int32Array): boolean {
    if (this.end >= lines.length || lines[this.start] !== lines[this.end]) return false
    this.#changed[this.start++] = 0
    this.#changed[this.end++] = 1
    while (this.#changed[this.end]) this.end++
    return true
  }
}

/**
 * Moves every change of a text down as far as the lines around it are equal to its own, as git does: that of an inserted
 * paragraph then begins with its first line and not with the blank line before it. A change stays beside one of the
 * other text where it can, so that both are one difference.
 */
export function slideChanges(
  lines: Int32Array,
  changed: Uint8Array,
  othersChanged: Uint8Array,
  work: Work,
): void {
  const group = new Group(changed)
  const other = new Group(othersChanged)
  do {
    if (!group.isEmpty) slide(group, other, lines, work)
    other.next()
  } while (group.next())
}

function slide(group: Group, other: Group, lines: Int32Array, work: Work): void {
  let size: number
  let besideOther: number
  let earliestEnd: number
  do {
    size = group.end - group.start
    while (!work.isExceeded && group.slideUp(lines)) {
      work.steps++
      other.previous()
    }
    earliestEnd = group.end
    besideOther = other.isEmpty ? -1 : group.end
    while (!work.isExceeded && group.slideDown(lines)) {
      work.steps++
      other.next()
      if (!other.isEmpty) besideOther = group.end
    }
  } while (!work.isExceeded && size !== group.end - group.start)
  if (group.end === earliestEnd || besideOther < 0) return
  while (other.isEmpty && group.slideUp(lines)) other.previous()
}
