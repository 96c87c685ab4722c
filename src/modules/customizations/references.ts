import type { ContentRef } from '../../page-format/types.ts'

type Kind = ContentRef['kind']

/** For each kind the member that a reference must have, and those that it may have. */
const members: Readonly<Record<Kind, readonly [needed: string, ...allowed: string[]]>> = {
  file: ['file'],
  url: ['url'],
  page: ['page', 'space'],
  anchor: ['anchor', 'space', 'page'],
  user: ['user'],
  collection: ['collection'],
  space: ['space'],
  'reusable-content': ['reusableContent', 'space'],
  openapi: ['spec'],
}

/** A reference as it comes in, with every member that some kind has. */
export interface ReferenceInput {
  readonly kind: Kind
  readonly [member: string]: string | null | undefined
}

/** The reference without what is null, or in words what is wrong with it. */
export function readReference({ kind, ...given }: ReferenceInput): ContentRef | string {
  const set = Object.entries(given).filter(([, value]) => value != null)
  const [needed, ...allowed] = members[kind]
  if (!set.some(([member]) => member === needed)) return `a reference of the kind ${kind} needs ${needed}`
  const odd = set.find(([member]) => member !== needed && !allowed.includes(member))
  if (odd) return `a reference of the kind ${kind} has no ${odd[0]}`
  return { kind, ...Object.fromEntries(set) } as unknown as ContentRef
}
