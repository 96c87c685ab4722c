import type { Limits } from '../../graphql/validation.ts'

export const searchLimits = {
  query: { minLength: 1, maxLength: 512 },
} as const satisfies Record<string, Limits>

/**
 * What of a page is noted for search at most, so that no page is too large for PostgreSQL: it takes a megabyte of
 * words, 2 KB of each, and 255 places of a word up to place 16,383.
 */
export const indexLimits = {
  vectorBytes: 512 * 1024,
  wordLength: 255,
  placesOfWord: 255,
  lastPlace: 16_383,
  /** Characters of one section, and of all sections of a page, that excerpts are taken from. */
  sectionLength: 20_000,
  sectionsLength: 200_000,
  sections: 1_000,
  sectionTitleLength: 512,
} as const

/** How long the words are that a misspelt one may mean. */
export const spelling = {
  shortest: 3,
  longest: 40,
  shortestMisspelt: 4,
  misspeltWords: 8,
  guesses: 10,
} as const

/** Pages whose words are looked at to rank them: of those with all words in the title, in headings, and anywhere. */
export const rankedPages = 4_000

export const pagesOfSpace = 10
export const sectionsOfPage = 5
export const excerptLength = 300

/** Bytes of sections that one request takes excerpts from; what ranks lower has none. */
export const excerptBytes = 4_000_000
