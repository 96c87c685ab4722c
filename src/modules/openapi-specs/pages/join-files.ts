import { posix } from 'node:path'

type Members = Record<string, unknown>

/** The member of the joined document that contains the other files. */
const others = 'x-files'

/**
 * Joins the files of a bundle into one document. The other files are embedded in the first, and all references are
 * rewritten to point within the document.
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

/** Returns the pointer in the joined document for a reference in a file; undefined if the bundle lacks the target. */
type PointerOf = (reference: string) => string | undefined

const pointersFrom =
  (name: string, pointers: ReadonlyMap<string, string>): PointerOf =>
  (reference) => {
    const [file = '', fragment = ''] = reference.split('#', 2)
    const pointer = pointers.get(file === '' ? name : nameFrom(name, file))
    return pointer === undefined ? undefined : `#${pointer}${fragment}`
  }

/** Returns the name of a referenced file: a path relative to the first file, or an absolute URL. */
function nameFrom(name: string, file: string): string {
  if (URL.canParse(file)) return file
  if (URL.canParse(name)) return new URL(file, name).href
  return posix.join(posix.dirname(name), file)
}

/** Copies a value with its references rewritten. Recursion is safe because the nesting of parsed files is limited. */
function withReferences(value: unknown, pointerOf: PointerOf): unknown {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, pointerOf))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => {
    const pointer = name === '$ref' && typeof member === 'string' ? pointerOf(member) : undefined
    return [name, pointer ?? withReferences(member, pointerOf)]
  })
  return Object.fromEntries(members)
}
