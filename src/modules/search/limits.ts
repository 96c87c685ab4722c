import type { Limits } from '../../graphql/validation.ts'

export const searchLimits = {
  query: { minLength: 1, maxLength: 512 },
} as const satisfies Record<string, Limits>

/**
 * Limits of the indexed part of a page. A tsvector of PostgreSQL holds 1 MB of lexemes with 2 KB each, and 255 positions
 * per lexeme up to position 16,383.
 */
export const indexLimits = {
  vectorBytes: 512 * 1024,
  wordLength: 255,
  positionsPerWord: 255,
  lastPosition: 16_383,
  /** Characters stored for excerpts, per section and per page. */
  sectionLength: 20_000,
  sectionsLength: 200_000,
  sections: 1_000,
  sectionTitleLength: 512,
} as const

/** Limits of spelling corrections. Lengths are in characters. */
export const spelling = {
  shortest: 3,
  longest: 40,
  shortestCorrected: 4,
  correctedWords: 8,
  corrections: 10,
} as const

/** Pages ranked by their text, for each of: all words in the title, in headings, and anywhere. */
export const rankedPages = 4_000

export const pagesOfSpace = 10
export const sectionsOfPage = 5
export const excerptLength = 300

/** Bytes of sections that one request reads for excerpts; lower-ranked pages have no sections. */
export const excerptBytes = 4_000_000
