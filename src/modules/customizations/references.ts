import type { ContentRef } from '../../formats/page/types.ts'

type Kind = ContentRef['kind']

/** The required and optional members of each kind of reference. */
const members: Readonly<Record<Kind, readonly [needed: string, ...allowed: string[]]>> = {
  file: ['file', 'space'],
  url: ['url'],
  page: ['page', 'space'],
  anchor: ['anchor', 'space', 'page'],
  user: ['user'],
  collection: ['collection'],
  space: ['space'],
  'reusable-content': ['reusableContent', 'space'],
  openapi: ['spec'],
}

/** A reference in an input, with the members of all kinds. */
export interface ReferenceInput {
  readonly kind: Kind
  readonly [member: string]: string | null | undefined
}

/** Returns the reference without null members, or a message that says what is wrong. */
export function readReference({ kind, ...given }: ReferenceInput): ContentRef | string {
  const set = Object.entries(given).filter(([, value]) => value != null)
  const [needed, ...allowed] = members[kind]
  if (!set.some(([member]) => member === needed)) return `a reference of the kind ${kind} needs ${needed}`
  const odd = set.find(([member]) => member !== needed && !allowed.includes(member))
  if (odd) return `a reference of the kind ${kind} has no ${odd[0]}`
  return { kind, ...Object.fromEntries(set) } as unknown as ContentRef
}
