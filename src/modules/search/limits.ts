import type { Limits } from '../../base/validation.ts'

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

/** The time in which all pages of a space must be indexed, by a job. */
export const indexingLimit = { milliseconds: 600_000 } as const

/** Limits of spelling corrections. Lengths are in characters. */
export const spelling = {
  shortest: 3,
  longest: 40,
  shortestCorrected: 4,
  /** Results below which those of corrected words follow. */
  fewResults: 10,
  correctedWords: 8,
  corrections: 10,
} as const

/**
 * Limits of the pages that one search reads, so that its time does not grow with the installation. A search that stops
 * at one of them returns the number of results as a lower bound.
 */
export const readLimits = {
  /** Pages that are matched one by one. Searches of so few pages do not use the index. */
  scannedPages: 2_000,
  /** Pages that show how frequent the results are in a larger part of the installation. */
  sampledPages: 500,
  /** Results among the sampled pages from which a query is frequent: those of the scanned pages are enough then. */
  frequentResults: 100,
  /** Pages and spaces in which even the results of a frequent query are all counted. */
  countedPages: 20_000,
  countedSpaces: 200,
  /** Results of one search. */
  results: 10_000,
  /** Pages with the words of a phrase that are examined for the phrase. */
  examinedPages: 5_000,
  /** Results that are ranked by their text; the others follow in the order of their ids. */
  rankedPages: 2_000,
  /** Pages, their sections and the characters of these that are read for words that are in no index. */
  textPages: 200,
  textSections: 10,
  textCharacters: 2_000,
  /** Words that complete the last word of a query. */
  completions: 64,
} as const

/** The pages of each space in an answer, and the sections of each page. */
export const pagesOfSpace = 10
export const sectionsOfPage = 5
/** Characters of the body of a section. */
export const excerptLength = 300
/** Pages of one answer that have sections: the best of each space first. */
export const pagesWithSections = 100

/** Bytes of sections that one request reads for excerpts; lower-ranked pages have no sections. */
export const excerptBytes = 2_000_000
