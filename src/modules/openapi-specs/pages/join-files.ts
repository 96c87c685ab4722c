import { posix } from 'node:path'

type Members = Record<string, unknown>

/** The member of the first file that holds the others. */
const others = 'x-files'

/**
 * One document of a bundle of files: what the first file refers to in the others stands in it, and every reference
 * leads there.
 */
export function joinFiles(files: ReadonlyMap<string, unknown>): unknown {
  const [entry, ...rest] = files
  if (!entry) throw new Error('a bundle without a file')
  const [entryName, document] = entry
  if (rest.length === 0) return document
  const pointers = new Map<string, string>([[entryName, '']])
  for (const [name] of rest) pointers.set(name, `/${others}/${encodePointer(name)}`)
  const joined = rest.map(([name, file]) => [name, withReferences(file, pointersFrom(name, pointers))])
  const first = withReferences(document, pointersFrom(entryName, pointers)) as Members
  return { ...first, [others]: Object.fromEntries(joined) }
}

const encodePointer = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/** Where a reference that is written in a file leads in the joined document; undefined if to no file that is there. */
type PointerOf = (reference: string) => string | undefined

const pointersFrom =
  (name: string, pointers: ReadonlyMap<string, string>): PointerOf =>
  (reference) => {
    const [file = '', fragment = ''] = reference.split('#', 2)
    const pointer = pointers.get(file === '' ? name : nameFrom(name, file))
    return pointer === undefined ? undefined : `#${pointer}${fragment}`
  }

/** The name of a file that another one refers to: a path from the first file, or an address elsewhere. */
function nameFrom(name: string, file: string): string {
  if (URL.canParse(file)) return file
  if (URL.canParse(name)) return new URL(file, name).href
  return posix.join(posix.dirname(name), file)
}

/** A copy in which the references are others. Files come from JSON or YAML that was read within bounds of nesting. */
function withReferences(value: unknown, pointerOf: PointerOf): unknown {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, pointerOf))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => {
    const pointer = name === '$ref' && typeof member === 'string' ? pointerOf(member) : undefined
    return [name, pointer ?? withReferences(member, pointerOf)]
  })
  return Object.fromEntries(members)
}
