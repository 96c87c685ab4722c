import { parseFrontMatter } from '../../../body/front-matter.ts'
import { readText } from '../../files/read-text.ts'
import type { Repository } from './repository.ts'

export type FrontMatter = Readonly<Record<string, unknown>>

/** Characters of front matter that are read before pages are. */
const maximumFrontMatter = 16_384

/** Returns the front matter of a text; nothing if it is malformed, which is told when the page is read. */
export function frontMatterOf(text: string): FrontMatter {
  const head = text.slice(0, maximumFrontMatter)
  const [, yaml] = /^---\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|$)/s.exec(head) ?? []
  if (yaml === undefined) return {}
  try {
    const value: unknown = parseFrontMatter(yaml)
    return typeof value === 'object' && value !== null ? (value as FrontMatter) : {}
  } catch {
    return {}
  }
}

/** The members by which generators order the pages of a folder. */
export const positionMembers = ['sidebar_position', 'nav_order', 'order', 'weight', 'position']

/** Reads the positions that pages state in their front matter, by their paths. */
export async function statedPositions(
  { entries, limits }: Repository,
  paths: readonly string[],
): Promise<Map<string, number>> {
  const positions = new Map<string, number>()
  for (const path of paths) {
    const entry = entries.get(path)
    const matter = entry ? frontMatterOf(await readText(entry, limits)) : {}
    const position = positionMembers.map((name) => matter[name]).find((value) => typeof value === 'number')
    if (typeof position === 'number') positions.set(path, position)
  }
  return positions
}
