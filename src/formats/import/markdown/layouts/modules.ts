import { posix } from 'node:path'
import type { SourceEntry } from '../../files/entries.ts'
import { readText } from '../../files/read-text.ts'
import type { SourceLimits } from '../../limits.ts'
import type { Modules } from './literals.ts'

/** Files that the configuration of a generator may import, and characters of all of them. */
const maximumFiles = 100
const maximumLength = 2_000_000

const extensions = ['', '.ts', '.mts', '.js', '.mjs', '.cjs', '.cts', '.json']

const importedName =
  /(?:\bfrom\s{0,20}|\brequire\(\s{0,20}|\bimport\s{0,20})['"](\.{1,2}\/[^'"\n]{1,500})['"]/g

/** Reads the files that a configuration imports from the source, and those that these import. */
export async function modulesOf(
  entries: ReadonlyMap<string, SourceEntry>,
  entry: SourceEntry,
  limits: SourceLimits,
): Promise<Modules> {
  const texts = new Map<string, string>()
  const find = (from: string, name: string): string | undefined => {
    const place = posix.join(posix.dirname(from), name)
    // TypeScript names the file that a module becomes, not its own.
    const bare = place.replace(/\.([cm]?)js$/, '.$1ts')
    const places = [place, bare, posix.join(place, 'index')]
    return places
      .flatMap((each) => extensions.map((extension) => each + extension))
      .find((path) => entries.has(path))
  }
  const waiting = [entry]
  let left = maximumLength
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, size } = next
    if (texts.has(path) || texts.size >= maximumFiles || size > left) continue
    left -= size
    const text = await readText(next, limits)
    texts.set(path, text)
    for (const [, name] of text.matchAll(importedName)) {
      const found = entries.get(find(path, name as string) ?? '')
      if (found && /\.(?:[cm]?[jt]s|json)$/.test(found.path)) waiting.push(found)
    }
  }
  return {
    path: entry.path,
    find: (from, name) => {
      const path = find(from, name)
      const text = path === undefined ? undefined : texts.get(path)
      return path !== undefined && text !== undefined ? { path, text } : undefined
    },
  }
}
