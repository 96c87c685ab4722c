import { z } from 'zod'
import { type PagesSource, pagesSourceInput } from './sources.ts'

/** A source that generates pages in a space, without a page that has it. */
export interface SourceInSpace {
  readonly spaceId: string
  readonly source: PagesSource
  readonly seed: string
}

const prefix = 'src'

/** Returns an id from which the source can be read again. */
export const sourceId = ({ spaceId, source, seed }: SourceInSpace): string =>
  prefix + Buffer.from(JSON.stringify([spaceId, pagesSourceInput(source), seed])).toString('base64url')

const encoded = z.tuple([z.string(), z.unknown(), z.string()])

/** Returns what an id made by `sourceId` stands for, with an unchecked source; null for any other text. */
export function parseSourceId(id: string): { spaceId: string; source: unknown; seed: string } | null {
  if (!id.startsWith(prefix)) return null
  try {
    const text = Buffer.from(id.slice(prefix.length), 'base64url').toString()
    const [spaceId, source, seed] = encoded.parse(JSON.parse(text))
    return { spaceId, source, seed }
  } catch {
    return null
  }
}
