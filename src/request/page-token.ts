/** A `page` token of REST: a cursor, the number of items of the list, and a signature of that. GraphQL takes it as a cursor. */
interface PageToken {
  readonly cursor: string
  readonly count: number
  readonly signature: string
}

const pattern = /^([\w-]+)\.(\d{1,10})\.([\w-]{43})$/

export const pageToken = ({ cursor, count, signature }: PageToken): string =>
  `${cursor}.${count}.${signature}`

/** Returns the parts of a page token; undefined for a plain cursor, and for all else. */
export function partsOfToken(token: unknown): PageToken | undefined {
  if (typeof token !== 'string') return undefined
  const [, cursor, count, signature] = pattern.exec(token) ?? []
  if (cursor === undefined || signature === undefined) return undefined
  return { cursor, count: Number(count), signature }
}
