import type { FontFormat } from '../../generated/prisma/enums.ts'

/** The bytes at the beginning of a file that tell its format and length. */
export const headerLength = 12

const signatures: readonly (readonly [signature: string, format: FontFormat])[] = [
  ['wOF2', 'WOFF2'],
  ['wOFF', 'WOFF'],
]

/** Returns the format of a font by the beginning of its file; undefined if it is none that browsers load, or not whole. */
export function fontFormatOf(header: Buffer, size: number): FontFormat | undefined {
  if (header.length < headerLength || header.readUInt32BE(8) !== size) return undefined
  return signatures.find(([signature]) => header.toString('latin1', 0, 4) === signature)?.[1]
}

export const fontTypes: Readonly<Record<FontFormat, string>> = { WOFF2: 'font/woff2', WOFF: 'font/woff' }

/** Returns the path of the file of a face on this server. */
export const fontPath = (fontId: string, weight: number): string => `/fonts/${fontId}/${weight}`
