import { type Change, diff } from '@codemirror/merge'

/** How many blocks without changes are shown around those with some. */
const context = 1

/**
 * Returns the HTML of two versions of a text as one: with the blocks that were removed and added, and words marked where a block has
 * the same form in both. Blocks far from any change are left out.
 */
export function markedHtml(before: string, after: string): string {
  const [old, present] = [blocksOf(before), blocksOf(after)]
  const rows = alignedRows(old, present)
  const isNear = (index: number) =>
    rows.slice(Math.max(0, index - context), index + context + 1).some(({ kind }) => kind !== 'same')
  const shown: string[] = []
  for (const [index, { kind, element }] of rows.entries()) {
    if (kind === 'same' && !isNear(index)) {
      if (shown.at(-1) !== omission) shown.push(omission)
      continue
    }
    if (kind === 'removed' || kind === 'added') element.classList.add(`diff-${kind}`)
    shown.push(element.outerHTML)
  }
  return shown.join('\n')
}

const omission = '<p class="diff-omission">⋯</p>'

interface Row {
  readonly kind: 'same' | 'removed' | 'added' | 'marked'
  readonly element: Element
}

const blocksOf = (html: string): Element[] => [
  ...new DOMParser().parseFromString(html, 'text/html').body.children,
]

/** Puts the blocks of both versions in one order. */
function alignedRows(old: readonly Element[], present: readonly Element[]): Row[] {
  const rows: Row[] = []
  let at = 0
  const same = (until: number) => {
    for (; at < until; at++) rows.push({ kind: 'same', element: present[at] as Element })
  }
  const wholes = (blocks: readonly Element[]) => blocks.map(({ outerHTML }) => outerHTML)
  for (const { fromA, toA, fromB, toB } of compare(wholes(old), wholes(present))) {
    same(fromB)
    rows.push(...changedRows(old.slice(fromA, toA), present.slice(fromB, toB)))
    at = toB
  }
  same(present.length)
  return rows
}

/** Compares two lists. Each different item is a character, so that they can be compared as texts. */
function compare(old: readonly string[], present: readonly string[]): readonly Change[] {
  const characters = new Map<string, string>()
  const textOf = (items: readonly string[]) =>
    items
      .map((item) => {
        const known = characters.get(item) ?? String.fromCharCode(0x100 + characters.size)
        characters.set(item, known)
        return known
      })
      .join('')
  return diff(textOf(old), textOf(present))
}

/** Pairs blocks that were removed with those in their place, from the first on. */
function changedRows(removed: readonly Element[], added: readonly Element[]): Row[] {
  const rows: Row[] = []
  for (let index = 0; index < Math.max(removed.length, added.length); index++) {
    const [one, other] = [removed[index], added[index]]
    const marked = one && other && markWords(one, other)
    if (marked) rows.push({ kind: 'marked', element: marked })
    else {
      if (one) rows.push({ kind: 'removed', element: one })
      if (other) rows.push({ kind: 'added', element: other })
    }
  }
  return rows
}

/** Returns a block with the words that differ marked, or undefined if it differs in more than some words. */
function markWords(before: Element, after: Element): Element | undefined {
  if (formOf(before) !== formOf(after)) return undefined
  const [old, present] = [wordsOf(before), wordsOf(after)]
  const changes = compare(old, present)
  const changed = changes.reduce((sum, { fromA, toA, fromB, toB }) => sum + toA - fromA + toB - fromB, 0)
  if (changed === 0 || changed > (old.length + present.length) / 2) return undefined
  const marked = after.cloneNode(true) as Element
  // From the last on, as marks move what is behind them.
  for (const { fromA, toA, fromB, toB } of [...changes].reverse()) {
    const [from, to] = [fromB, toB].map((count) => present.slice(0, count).join('').length) as [
      number,
      number,
    ]
    markRange(marked, from, to)
    if (toA > fromA) insertAt(marked, from, markOf('del', old.slice(fromA, toA).join('')))
  }
  return marked
}

/** The words of a block, and what stands between them. */
const wordsOf = ({ textContent }: Element): string[] =>
  textContent.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu) ?? []

/** The elements of a block with what they lead to and show, without its text. */
const formOf = (block: Element): string =>
  [block, ...block.querySelectorAll('*')]
    .map(
      (element) =>
        `${element.localName} ${['href', 'src', 'class'].map((name) => element.getAttribute(name)).join(' ')}`,
    )
    .join('\n')

function markOf(name: 'ins' | 'del', text: string): Element {
  const mark = document.createElement(name)
  mark.className = name === 'ins' ? 'diff-added' : 'diff-removed'
  mark.textContent = text
  return mark
}

/** Marks what was added from one place of a text to another, which may be in several elements. */
function markRange(block: Element, from: number, to: number): void {
  for (const { node, start } of textsOf(block)) {
    const [first, last] = [Math.max(from - start, 0), Math.min(to - start, node.data.length)]
    if (first >= last) continue
    const part = node.splitText(first)
    part.splitText(last - first)
    part.replaceWith(markOf('ins', part.data))
  }
}

function insertAt(block: Element, at: number, mark: Element): void {
  const place = textsOf(block).find(({ node, start }) => at >= start && at < start + node.data.length)
  if (place) place.node.splitText(at - place.start).before(mark)
  else block.append(mark)
}

/** Returns the texts of a block with their places in the whole text. */
function textsOf(block: Element): { readonly node: Text; readonly start: number }[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  const texts: { readonly node: Text; readonly start: number }[] = []
  let start = 0
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    texts.push({ node, start })
    start += node.data.length
  }
  return texts
}
