import { isDeepStrictEqual } from 'node:util'
import { type MemberPath, membersOfFields, parseFrontMatter, withMembers } from '../body/front-matter.ts'
import type { PageState } from './content-snapshot.ts'
import { areEqual, type MergeProgress, type Sides, type Subject } from './merge-state.ts'

type FrontMatter = string | null | undefined

/** The beginnings of names that conflicts give a variable of a page, and any other member of its front matter. */
const prefixes = { variable: 'variables.', other: 'frontMatter.' } as const

/** Returns whether a conflict about this field is about a variable of a page. */
export const isVariableField = (field: string | null): boolean =>
  field?.startsWith(prefixes.variable) ?? false

/** Returns where front matter has the member that a conflict names, or undefined if it names no such member. */
export function memberOfField(field: string | null): MemberPath | undefined {
  if (isVariableField(field)) return ['vars', (field as string).slice(prefixes.variable.length)]
  return field?.startsWith(prefixes.other) ? [field.slice(prefixes.other.length)] : undefined
}

/**
 * Merges the front matter of a page: each variable, and each other member that is no field of the page. A member that both
 * sides changed differently is a conflict, for which the result has the one of theirs.
 */
export function mergeFrontMatter(
  { base, ours, theirs }: Sides<PageState>,
  subject: Subject,
  { conflicts }: MergeProgress,
): string | null {
  if (areEqual(ours, theirs, ['frontMatter']) || areEqual(ours, base, ['frontMatter']))
    return theirs.frontMatter
  if (areEqual(theirs, base, ['frontMatter'])) return ours.frontMatter
  const [before, here, there] = [base, ours, theirs].map((side) => membersOf(side.frontMatter)) as [
    Members,
    Members,
    Members,
  ]
  const taken: [MemberPath, unknown][] = []
  for (const field of [...new Set([...here.keys(), ...there.keys()])].sort()) {
    const [was, our, their] = [before.get(field), here.get(field), there.get(field)]
    if (isDeepStrictEqual(our, their) || isDeepStrictEqual(our, was)) continue
    if (isDeepStrictEqual(their, was)) taken.push([memberOfField(field) as MemberPath, our])
    else
      conflicts.push({
        ...subject,
        kind: 'FIELD',
        field,
        base: was ?? null,
        ours: our ?? null,
        theirs: their ?? null,
      })
  }
  return taken.length === 0 ? theirs.frontMatter : withMembers(theirs.frontMatter, taken)
}

/** The members of front matter by the field that a conflict would name. */
type Members = ReadonlyMap<string, unknown>

function membersOf(frontMatter: FrontMatter): Members {
  const members = new Map<string, unknown>()
  for (const [name, value] of Object.entries(valueIn(frontMatter)))
    if (name === 'vars' && typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [variable, one] of Object.entries(value)) members.set(prefixes.variable + variable, one)
    else if (!membersOfFields.has(name)) members.set(prefixes.other + name, value)
  return members
}

function valueIn(frontMatter: FrontMatter): object {
  try {
    return Object(parseFrontMatter(frontMatter ?? ''))
  } catch {
    return {}
  }
}
