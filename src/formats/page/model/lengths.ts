import type { Length } from '../types.ts'

/** Parses a length such as `375` or `50%`. */
export function readLength(value: string | undefined): Length | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([a-z%]*)\s*$/i.exec(value ?? '')
  if (!match) return undefined
  const number = Number(match[1])
  return match[2] ? { unit: match[2], value: number } : number
}

export const writeLength = (length: Length | undefined): string | undefined =>
  typeof length === 'object' ? `${length.value}${length.unit}` : length?.toString()
