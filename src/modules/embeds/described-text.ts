import { maximumTitle } from './limits.ts'

/** Returns the beginning of a text that another server sent; null for anything else. */
export const textOf = (value: unknown, maximum: number = maximumTitle): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, maximum) : null
