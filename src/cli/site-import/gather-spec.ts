import { posix } from 'node:path'
import { parse as parseYaml } from 'yaml'
import { decodedText } from '../../base/decoded-text.ts'
import type { SourceEntry } from '../../formats/import/files/entries.ts'
import { referencesIn } from '../../modules/openapi-specs/bundle/references.ts'

/** Files of a document, their bytes, and the nodes that it may have once it is one. */
const limits = { files: 1000, bytes: 20 * 1024 * 1024, nodes: 1_000_000, depth: 100 }

type Members = Record<string, unknown>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A document whose references are all in itself, and what became of those to other files. */
export interface GatheredSpec {
  readonly text: string
  /** The number of files that it was gathered from. */
  readonly files: number
  /** The references to what is in no file of the source. */
  readonly missing: readonly string[]
}

/** Gathers a document and the files of the source that it refers to into one document. One without such stays as it is. */
export async function gatherSpec(
  { path, text }: { readonly path: string; readonly text: string },
  entries: readonly SourceEntry[],
): Promise<GatheredSpec> {
  const files = await loadFiles({ path, text }, entries)
  const root = files.get(path)
  if (!isMembers(root) || ![...referencesOf(root)].some(isFileReference))
    return { text, files: 1, missing: [] }
  const gathering = new Gathering(path, root, files)
  const document = gathering.gather()
  return {
    text: JSON.stringify(document, null, 2),
    files: gathering.used.size,
    missing: [...gathering.missing],
  }
}

const isFileReference = (reference: string) => !/^(?:#|[a-z][a-z0-9+.-]*:|\/\/)/i.test(reference)

function placeOf(from: string, reference: string): { readonly path: string; readonly pointer: string } {
  const [file = '', pointer = ''] = reference.split('#', 2)
  return { path: file === '' ? from : posix.join(posix.dirname(from), decodedText(file)), pointer }
}

/** Reads the files that a document refers to, and those that these refer to, within limits. */
async function loadFiles(
  document: { readonly path: string; readonly text: string },
  entries: readonly SourceEntry[],
): Promise<Map<string, unknown>> {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const files = new Map<string, unknown>()
  let left = limits.bytes
  const waiting = [document]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (files.has(next.path) || files.size >= limits.files) continue
    const value = parsed(next.text)
    files.set(next.path, value)
    for (const reference of [...referencesOf(value), ...mappedFiles(next.text)]) {
      const { path } = placeOf(next.path, reference)
      const entry = isFileReference(reference) && !files.has(path) ? byPath.get(path) : undefined
      if (!entry || entry.size > left) continue
      left -= entry.size
      waiting.push({ path, text: (await entry.read()).toString('utf8') })
    }
  }
  return files
}

/** Returns the references of a document; none if it is nested too deep, which is told when it is processed. */
function referencesOf(value: unknown): Iterable<string> {
  try {
    return referencesIn(value)
  } catch {
    return []
  }
}

/** Returns the names of files that a text may have in the mapping of a discriminator, where they are no references. */
const mappedFiles = (text: string): string[] =>
  text.includes('mapping') ? (text.match(/[\w./-]{1,500}\.(?:ya?ml|json)\b/g) ?? []) : []

function parsed(text: string): unknown {
  try {
    return parseYaml(text, { maxAliasCount: 100, logLevel: 'silent' })
  } catch {
    return undefined
  }
}

/** The sections of components, by the member in which a reference to one is. */
const sectionOfMember: Readonly<Record<string, string>> = {
  parameters: 'parameters',
  responses: 'responses',
  requestBody: 'requestBodies',
  headers: 'headers',
  examples: 'examples',
  links: 'links',
  callbacks: 'callbacks',
}

const sections: ReadonlySet<string> = new Set([
  ...Object.values(sectionOfMember),
  ...['schemas', 'securitySchemes', 'pathItems', 'definitions'],
])

class Gathering {
  readonly used = new Set<string>()
  readonly missing = new Set<string>()
  readonly #path: string
  readonly #root: Members
  readonly #files: ReadonlyMap<string, unknown>
  readonly #isSwagger: boolean
  /** The pointers in the document of what is in other files, by `path#pointer`. */
  readonly #placed = new Map<string, string>()
  /** The components that the document gets, by section. */
  readonly #components = new Map<string, Map<string, unknown>>()
  #nodes = 0

  constructor(path: string, root: Members, files: ReadonlyMap<string, unknown>) {
    this.#path = path
    this.#root = root
    this.#files = files
    this.#isSwagger = root.swagger !== undefined
    this.used.add(path)
  }

  gather(): unknown {
    this.#nameComponents()
    const document = this.#walk(this.#root, this.#path, []) as Members
    if (!this.#isSwagger && !isMembers(document.components)) document.components = {}
    for (const [section, members] of this.#components) {
      const parent = this.#isSwagger ? document : (document.components as Members)
      parent[section] = { ...(parent[section] as Members | undefined), ...Object.fromEntries(members) }
    }
    return document
  }

  /** A component that only refers to a file is what the file has. */
  #nameComponents(): void {
    const parent = this.#isSwagger ? this.#root : this.#root.components
    if (!isMembers(parent)) return
    for (const [section, members] of Object.entries(parent)) {
      if (!sections.has(section) || !isMembers(members)) continue
      for (const [name, member] of Object.entries(members)) {
        const reference = isMembers(member) ? member.$ref : undefined
        if (typeof reference !== 'string' || !isFileReference(reference)) continue
        const { path, pointer } = placeOf(this.#path, reference)
        this.#placed.set(`${path}#${pointer}`, this.#pointerTo(section, name))
      }
    }
  }

  #pointerTo(section: string, name: string): string {
    const escaped = name.replaceAll('~', '~0').replaceAll('/', '~1')
    return this.#isSwagger ? `#/${section}/${escaped}` : `#/components/${section}/${escaped}`
  }

  /** Returns a value of a file with its references, as it is in the document. `trail` are the members around it. */
  #walk(value: unknown, path: string, trail: readonly string[]): unknown {
    if (++this.#nodes > limits.nodes || trail.length > limits.depth) return {}
    if (Array.isArray(value))
      return value.map((each, index) => this.#walk(each, path, [...trail, String(index)]))
    if (!isMembers(value)) return value
    const { $ref } = value
    if (typeof $ref === 'string') return this.#reference(value, { path, trail, reference: $ref })
    const members = Object.entries(value).map(([name, each]) => {
      const isMapped =
        trail.at(-1) === 'mapping' && typeof each === 'string' && /\.(?:ya?ml|json)\b/.test(each)
      const written = isMapped ? this.#pointerOf(each, path, 'schemas') : undefined
      return [name, written ?? this.#walk(each, path, [...trail, name])] as const
    })
    return Object.fromEntries(members)
  }

  #reference(
    value: Members,
    {
      path,
      trail,
      reference,
    }: { readonly path: string; readonly trail: readonly string[]; readonly reference: string },
  ): unknown {
    const isOwn = path === this.#path && reference.startsWith('#')
    if (isOwn || !(reference.startsWith('#') || isFileReference(reference))) return value
    if (this.#isInline(path, trail, reference)) {
      const place = placeOf(path, reference)
      const target = this.#valueAt(place.path, place.pointer)
      if (target === undefined) return this.#lost(value, reference)
      return this.#walk(target, place.path, trail)
    }
    const pointer = this.#pointerOf(reference, path, this.#sectionOf(trail))
    return pointer === undefined ? this.#lost(value, reference) : { ...value, $ref: pointer }
  }

  #lost(value: Members, reference: string): Members {
    this.missing.add(reference)
    return value
  }

  /** Returns whether what a reference means stands in its place: a path, a section, or a component of the document. */
  #isInline(path: string, trail: readonly string[], reference: string): boolean {
    const last = trail.at(-1) ?? ''
    const above = trail.at(-2)
    if (above === 'paths' || above === 'webhooks' || ['paths', 'components', 'webhooks'].includes(last))
      return true
    if (sections.has(last) && (above === 'components' || trail.length === 1)) return true
    const { path: target, pointer } = placeOf(path, reference)
    return (
      path === this.#path && this.#placed.get(`${target}#${pointer}`) === this.#pointerTo(above ?? '', last)
    )
  }

  #sectionOf(trail: readonly string[]): string {
    const at = Object.hasOwn(sectionOfMember, trail.at(-1) ?? '') ? -1 : -2
    // A property of a schema may have the name of a section.
    const member = trail.at(at - 1) === 'properties' ? undefined : sectionOfMember[trail.at(at) ?? '']
    const isOfComponents = trail.at(-3) === 'components' && sections.has(trail.at(-2) ?? '')
    const section = isOfComponents ? (trail.at(-2) as string) : (member ?? 'schemas')
    return this.#isSwagger && section === 'schemas' ? 'definitions' : section
  }

  /** Returns the pointer in the document to what a reference means, which is put there; undefined if it means nothing. */
  #pointerOf(reference: string, from: string, section: string): string | undefined {
    const { path, pointer } = placeOf(from, reference)
    if (path === this.#path) return this.#valueAt(path, pointer) === undefined ? undefined : `#${pointer}`
    const key = `${path}#${pointer}`
    const known = this.#placed.get(key)
    if (known !== undefined) return known
    const value = this.#valueAt(path, pointer)
    if (value === undefined) return undefined
    const members = this.#components.get(section) ?? new Map<string, unknown>()
    this.#components.set(section, members)
    const name = this.#freeName(
      members,
      section,
      pointer === '' ? posix.parse(path).name : posix.basename(pointer),
    )
    const placed = this.#pointerTo(section, name)
    this.#placed.set(key, placed)
    members.set(name, {})
    members.set(name, this.#walk(value, path, ['components', section, name]))
    return placed
  }

  #freeName(members: ReadonlyMap<string, unknown>, section: string, wanted: string): string {
    const parent = this.#isSwagger ? this.#root : this.#root.components
    const own = isMembers(parent) && isMembers(parent[section]) ? parent[section] : {}
    const base = decodedText(wanted).replace(/[^A-Za-z0-9._-]+/g, '-') || 'part'
    for (let number = 1; ; number++) {
      const name = number === 1 ? base : `${base}-${number}`
      if (!members.has(name) && !Object.hasOwn(own, name)) return name
    }
  }

  #valueAt(path: string, pointer: string): unknown {
    let value = this.#files.get(path)
    if (value !== undefined) this.used.add(path)
    for (const segment of pointer.split('/').slice(1)) {
      const name = decodedText(segment).replaceAll('~1', '/').replaceAll('~0', '~')
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
      value = (value as Members)[name]
    }
    return value
  }
}
