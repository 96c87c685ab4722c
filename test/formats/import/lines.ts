import type { Skip } from '../../../src/formats/import/report/notes.ts'

/** Returns skipped items with their words in English alone. The tests of the report hold their names. */
export const inWords = (skipped: readonly Skip[]) =>
  skipped.map(({ path, reason, kind }) => ({ path, reason, ...(kind && { kind }) }))
