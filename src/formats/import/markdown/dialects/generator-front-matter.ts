import { importLine } from '../../report/lines.ts'
import { type ImportNote, noteOf } from '../../report/notes.ts'
import type { FrontMatter } from '../repository/front-matter.ts'
import { positionMembers } from '../repository/front-matter.ts'
import type { PageFields } from '../repository/page-fields.ts'

/** The members that name a page in navigation, where it is shorter than its title. */
const labelMembers = ['sidebar_label', 'linkTitle', 'nav_title', 'navTitle', 'menuTitle']

/** The members that give a page other addresses, of which an import of a site makes redirects. */
export const addressMembers = ['redirect_from', 'aliases', 'permalink']

/** A part of the layout of a page, and the members that hide it, each with the value that does. */
const hiddenParts: readonly (readonly [part: string, ...members: (readonly [string, unknown])[]])[] = [
  ['title', ['hide_title', true]],
  ['outline', ['hide_table_of_contents', true], ['aside', false], ['outline', false]],
  ['tableOfContents', ['sidebar', false]],
]

/** The parts that MkDocs hides by `hide`. */
const hiddenByName: Readonly<Record<string, string>> = {
  navigation: 'tableOfContents',
  toc: 'outline',
  footer: 'pagination',
}

const members: ReadonlySet<string> = new Set([
  ...labelMembers,
  ...positionMembers,
  ...hiddenParts.flatMap(([, ...given]) => given.map(([name]) => name)),
  ...'id draft unlisted published publish nav_exclude search_exclude noindex sitemap hide'.split(' '),
])

/** The members that name the pages before and after a page, of which only that there is none is read. */
const neighbours: ReadonlySet<string> = new Set(['prev', 'next', 'pagination_prev', 'pagination_next'])

/** Returns whether an import reads a member of front matter that generators have beside the page format. */
export const isGeneratorMember = (member: string, value: unknown): boolean =>
  members.has(member) || (neighbours.has(member) && isNone(value))

const isNone = (value: unknown) => value === false || value === null

const isTrue = (value: unknown) => value === true || value === 'true'
const isFalse = (value: unknown) => value === false || value === 'false'

/** The fields and the name of a page by members of front matter that generators have. */
export interface GeneratorFrontMatter {
  readonly fields: PageFields
  /** The name of the page in navigation. */
  readonly label?: string
  readonly notes: readonly ImportNote[]
}

/** Reads what generators have in front matter beside the page format. `fields` are those that the page format reads. */
export function readGeneratorFrontMatter(
  path: string,
  matter: FrontMatter,
  fields: PageFields,
): GeneratorFrontMatter {
  const isDraft = isTrue(matter.draft) || isFalse(matter.published) || isFalse(matter.publish)
  const isUnlisted = isDraft || isTrue(matter.unlisted)
  const label = labelMembers
    .map((name) => matter[name])
    .find((value): value is string => typeof value === 'string' && value.trim() !== '')
  const layout = layoutWithout(matter)
  return {
    fields: {
      ...fields,
      ...((isUnlisted || isTrue(matter.nav_exclude)) && { hidden: true }),
      ...((isUnlisted || isTrue(matter.search_exclude)) && { noIndex: true }),
      ...((isUnlisted || isTrue(matter.noindex) || isFalse(matter.sitemap)) && { noRobotsIndex: true }),
      ...(layout && { layout: { ...layout, ...fields.layout } }),
    },
    ...(label !== undefined && { label: label.trim() }),
    notes: isDraft ? [noteOnDraft(path)] : [],
  }
}

const noteOnDraft = (path: string): ImportNote =>
  noteOf(
    'HIDDEN',
    path,
    importLine(
      'IMPORT_DRAFT',
      'is a draft: it is in no list, search or sitemap, but who knows its address can read it',
    ),
  )

function layoutWithout(matter: FrontMatter): object | undefined {
  const hidden = hiddenParts.flatMap(([part, ...given]) =>
    given.some(([name, value]) => matter[name] === value) ? [part] : [],
  )
  const named = Array.isArray(matter.hide) ? matter.hide : []
  for (const name of named) if (Object.hasOwn(hiddenByName, name)) hidden.push(hiddenByName[name] as string)
  const hasNone = (...names: string[]) => names.every((name) => isNone(matter[name]))
  if (hasNone('prev', 'next') || hasNone('pagination_prev', 'pagination_next')) hidden.push('pagination')
  return hidden.length > 0 ? Object.fromEntries(hidden.map((part) => [part, false])) : undefined
}
