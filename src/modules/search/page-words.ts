import { storableText } from '../../base/storable-text.ts'
import type { HeadingSection } from '../../formats/page/read/heading-sections.ts'
import type { SearchSection } from '../../generated/prisma/client.ts'
import { indexLimits } from './limits.ts'
import { isStopWord, type Stems } from './stems.ts'
import { inHeadings, inTitle, stopWordPair, VectorBuilder, type Weight } from './vector-builder.ts'
import { tokenize } from './words.ts'

export interface PageText {
  readonly pageId: string
  readonly title: string
  readonly description: string | null
  readonly sections: readonly HeadingSection[]
}

/** The words of a line of a page, with their weight. */
interface Line {
  readonly words: readonly string[]
  /** Further words that are found where a word is, by its index: the ends of a name, and what it is also written as. */
  readonly others: ReadonlyMap<number, readonly string[]>
  readonly weight: Weight
}

export interface PageWords {
  readonly page: PageText
  readonly lines: readonly Line[]
}

/** Returns the words of a page, those with the highest weight first, because the index may not have space for all. */
export function readPageWords(page: PageText): PageWords {
  const { title, description, sections } = page
  const line = (text: string, weight: Weight): Line => {
    const words: string[] = []
    const others = new Map<number, readonly string[]>()
    for (const { word, ends, joined } of tokenize(text)) {
      if (word.length > indexLimits.wordLength) continue
      if (joined || ends.length > 0) others.set(words.length, joined ? [...ends, joined.word] : ends)
      words.push(word)
    }
    return { words, others, weight }
  }
  const lines = [
    line(title, 'A'),
    line(description ?? '', 'B'),
    ...sections.map((section) => line(section.title, 'B')),
    ...sections.flatMap(({ text }) => text.split('\n').map((part) => line(part, 'D'))),
  ]
  return { page, lines: lines.filter(({ words }) => words.length > 0) }
}

/**
 * Builds the search vector of a page. Each word is indexed unchanged, for phrases and other languages, and at the same
 * position as its stem and as further words that are found there. Words of titles and headings are indexed once more with a
 * prefix, because a GIN index does not store weights. Stop words, which nearly every page has, are indexed alone in titles only, and elsewhere as pairs of
 * neighbours, which are as rare as other words.
 */
export function vectorOf(lines: readonly Line[], stems: Stems): VectorBuilder {
  const vector = new VectorBuilder()
  for (const { words, others, weight } of lines) {
    let previous: string | undefined
    for (const [index, word] of words.entries()) {
      const stop = isStopWord(stems, word)
      const own = stop ? formsOfStopWord(word, previous, weight) : formsOfWord(word, stems, weight)
      const more = (others.get(index) ?? []).flatMap((each) => formsOfWord(each, stems, weight))
      const forms = more.length > 0 ? [...own, ...more] : own
      if (!vector.add(forms, weight)) return vector
      previous = stop ? word : undefined
    }
    vector.endLine()
  }
  return vector
}

function formsOfWord(word: string, stems: Stems, weight: Weight): string[] {
  // An end may be a stop word, which has no stem.
  const stem = stems.get(word) || word
  const forms = stem === word ? [word] : [word, stem]
  const prefixes = prefixesOf[weight]
  return prefixes.length === 0
    ? forms
    : [...forms, ...prefixes.flatMap((prefix) => forms.map((form) => prefix + form))]
}

function formsOfStopWord(word: string, previous: string | undefined, weight: Weight): string[] {
  const alone = weight === 'A' ? prefixesOf.A.map((prefix) => prefix + word) : []
  if (previous === undefined) return alone
  const pair = stopWordPair(previous, word)
  return [...alone, pair, ...prefixesOf[weight].map((prefix) => prefix + pair)]
}

const prefixesOf: Record<Weight, readonly string[]> = { A: [inTitle, inHeadings], B: [inHeadings], D: [] }

/** Returns the sections for excerpts: the text before the first heading with the description, and one per heading. */
export function sectionRows(spaceId: string, page: PageText): SearchSection[] {
  const [first, ...others] = page.sections
  const opening = first && first.level === 0 ? first : undefined
  const headed = opening || !first ? others : page.sections
  const top = [page.description, opening?.text].filter(Boolean).join('\n')
  const rows: SearchSection[] = []
  let room: number = indexLimits.sectionsLength
  const add = (ordinal: number, anchor: string | null, title: string, text: string) => {
    const body = storableText(text.slice(0, Math.min(indexLimits.sectionLength, room)))
    room -= body.length
    const row = { spaceId, pageId: page.pageId, ordinal, anchor, body }
    rows.push({ ...row, title: storableText(title.slice(0, indexLimits.sectionTitleLength)) })
  }
  if (top !== '') add(0, null, page.title, top)
  for (const [index, { anchor, title, text }] of headed.slice(0, indexLimits.sections).entries())
    add(index + 1, anchor ?? null, title, text)
  return rows
}
