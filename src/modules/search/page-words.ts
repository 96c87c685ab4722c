import { storableText } from '../../database/storable-text.ts'
import type { HeadingSection } from '../../page-format/heading-sections.ts'
import { indexLimits } from './limits.ts'
import { isStopWord, type Stems } from './stems.ts'
import { inHeadings, inTitle, VectorBuilder, type Weight } from './vector-builder.ts'
import { wordsOf } from './words.ts'

/** A page as search reads it. */
export interface PageText {
  readonly pageId: string
  readonly title: string
  readonly description: string | null
  readonly sections: readonly HeadingSection[]
}

/** A line of a page in words, with what it counts. */
interface Line {
  readonly words: readonly string[]
  readonly weight: Weight
}

export interface PageWords {
  readonly page: PageText
  readonly lines: readonly Line[]
}

/** The words of a page: those that count most come first, because there may be too many. */
export function readPageWords(page: PageText): PageWords {
  const { title, description, sections } = page
  const line = (text: string, weight: Weight): Line => ({
    words: wordsOf(text).filter((word) => word.length <= indexLimits.wordLength),
    weight,
  })
  const lines = [
    line(title, 'A'),
    line(description ?? '', 'B'),
    ...sections.map((section) => line(section.title, 'B')),
    ...sections.flatMap(({ text }) => text.split('\n').map((part) => line(part, 'D'))),
  ]
  return { page, lines: lines.filter(({ words }) => words.length > 0) }
}

/**
 * What is found under what: every word as it stands, for phrases and other languages, and at the same place its stem.
 * Words of titles and headings are noted a second time as such, because an index of words alone does not tell where
 * they stand. Words too common to say anything are found in titles only.
 */
export function vectorOf(lines: readonly Line[], stems: Stems): VectorBuilder {
  const vector = new VectorBuilder()
  for (const { words, weight } of lines) {
    for (const word of words) {
      const stop = isStopWord(stems, word)
      const forms = stop ? [] : [word, stems.get(word) ?? word]
      const marked = placesOf[weight].flatMap((place) => (stop ? [word] : forms).map((form) => place + form))
      if (!vector.add([...forms, ...(stop && weight !== 'A' ? [] : marked)], weight)) return vector
    }
    vector.endLine()
  }
  return vector
}

const placesOf: Record<Weight, readonly string[]> = { A: [inTitle, inHeadings], B: [inHeadings], D: [] }

export interface SectionRow {
  readonly spaceId: string
  readonly pageId: string
  readonly ordinal: number
  readonly anchor: string | null
  readonly title: string
  readonly body: string
}

/** What excerpts are taken from: the page up to its first heading, with its description, and each heading. */
export function sectionRows(spaceId: string, page: PageText): SectionRow[] {
  const [first, ...others] = page.sections
  const opening = first && first.level === 0 ? first : undefined
  const headed = opening || !first ? others : page.sections
  const top = [page.description, opening?.text].filter(Boolean).join('\n')
  const rows: SectionRow[] = []
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
