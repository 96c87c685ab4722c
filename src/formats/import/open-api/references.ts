import { decodedText } from '../../../base/decoded-text.ts'
import { isMembers, type Members, memberOf } from './json.ts'

/** Maximum length of a chain of references. */
const maximumHops = 32

/** The result of following references within the document. */
export interface Resolved {
  readonly value: Members
  /** The last reference that was followed. */
  readonly reference?: string
  /** A reference that points outside of the document or is broken. External documents are not fetched. */
  readonly unresolved?: string
}

export function resolve(document: Members, node: unknown): Resolved {
  let value = node
  let reference: string | undefined
  for (let hops = 0; hops < maximumHops; hops++) {
    if (!isMembers(value)) return { value: {}, reference, unresolved: reference }
    const { $ref } = value
    if (typeof $ref !== 'string') return { value, reference }
    if (!$ref.startsWith('#')) return { value: {}, reference, unresolved: $ref }
    reference = $ref
    value = targetOf(document, $ref)
  }
  return { value: {}, reference, unresolved: reference }
}

/** The targets of the references of each document. Schemas that nest others refer to the same ones again and again. */
const targets = new WeakMap<Members, Map<string, unknown>>()

function targetOf(document: Members, reference: string): unknown {
  const known = targets.get(document) ?? new Map<string, unknown>()
  targets.set(document, known)
  if (!known.has(reference)) known.set(reference, atPointer(document, reference))
  return known.get(reference)
}

function atPointer(document: Members, reference: string): unknown {
  let value: unknown = document
  for (const segment of reference.slice(1).split('/').slice(1)) {
    const name = decodedText(segment).replaceAll('~1', '/').replaceAll('~0', '~')
    value = Array.isArray(value) ? value[Number(name)] : memberOf(value, name)
  }
  return value
}

/** Returns the name of the component schema that a reference points to. */
export function schemaName(reference: string | undefined): string | undefined {
  const [, name] = /^#\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(reference ?? '') ?? []
  return name === undefined ? undefined : decodedText(name).replaceAll('~1', '/').replaceAll('~0', '~')
}
