import { isDeepStrictEqual } from 'node:util'
import { type MemberPath, membersOfFields, parseFrontMatter } from '../body/front-matter.ts'
import { splitSummaryLabel } from '../body/summary-label.ts'
import { frontMatterText } from '../export/front-matter.ts'
import { frontMatterOf, titleLine } from '../export/page-fields.ts'
import { titleHeading } from '../export/title-heading.ts'
import type { PageState } from '../merge/content-snapshot.ts'
import { statedId } from '../page/file/heading-attributes.ts'
import { patchedInside } from './patched-text.ts'
import type { SplitText } from './split-text.ts'
import { type MemberChange, withYamlMembers } from './yaml-text.ts'

/** A page as a file says it or is to say it. */
export interface SaidPage {
  readonly state: PageState
  /** The body, with links as files have them. */
  readonly body: string
  /** Returns the URL of a file of the space. */
  readonly fileUrl: (id: string) => string
}

/** Writes the file of a new page. `slug` is the one that its path does not give. */
export function newPageText({ state, body, fileUrl }: SaidPage, slug: string | undefined): string {
  const page = listed(state)
  const fields = frontMatterOf(page, fileUrl)
  const head = frontMatterText(slug === undefined ? fields : { ...fields, slug }, page)
  const below = body.replace(/^(?:[ \t]*\n)+/, '')
  const text = `${head}${titleHeading(state.title)}\n${body.trim() === '' ? '' : `\n${below}`}`
  return text.endsWith('\n') ? text : `${text}\n`
}

const listed = (state: PageState) =>
  ({ ...state, id: state.pageId }) as unknown as Parameters<typeof frontMatterOf>[0]

export interface PageChange {
  readonly text: SplitText
  /** The page as the file says it, and as it is to be. */
  readonly before: SaidPage
  readonly after: SaidPage
  /** The slug that the front matter is to state; null for none, undefined to leave it. */
  readonly slug: string | null | undefined
  /** Whether a table of contents has the title of the page. */
  readonly isTitled: boolean
}

/** Changes the file of a page. Lines that say what stays are as they were. */
export function changedPageText({ text, before, after, slug, isTitled }: PageChange): string {
  const title = titleChange(text, before.state, after.state, isTitled)
  const changes = [
    ...fieldChanges(before, after),
    ...memberChanges(before.state.frontMatter, after.state.frontMatter),
    ...(title.member === undefined ? [] : [[['title'], title.member] as const]),
    ...(slug === undefined ? [] : [[['slug'], slug ?? undefined] as const]),
  ]
  const body = patchedInside(text.body, before.body, after.body)
  const heading = title.heading ?? text.heading
  const gap = heading !== '' && body.trim() !== '' && text.body.trim() === '' ? '\n\n' : text.gap
  const inserted = title.heading !== undefined && text.heading === '' ? '\n\n' : gap
  return headWith(text, changes) + heading + inserted + body
}

/** Returns the front matter and the blank lines below it. */
function headWith(
  { yaml, yamlStart, yamlEnd, yamlGap, isMalformed }: SplitText,
  changes: readonly MemberChange[],
) {
  const written = yaml === undefined ? yamlGap : yamlStart + yaml + yamlEnd + yamlGap
  if (changes.length === 0 || isMalformed) return written
  const changed = withYamlMembers(yaml ?? '', changes)
  if (changed.trim() === '') return ''
  if (yaml === undefined) return `---\n${changed.trimEnd()}\n---\n\n${yamlGap}`
  return (
    yamlStart +
    (changed.endsWith('\n') || yamlEnd.startsWith('\n') ? changed : `${changed}\n`) +
    yamlEnd +
    yamlGap
  )
}

/** Returns the members for fields of a page that have other values. */
function fieldChanges(before: SaidPage, after: SaidPage): MemberChange[] {
  const [said, wanted] = [before, after].map(({ state, fileUrl }) =>
    frontMatterOf(listed(state), fileUrl),
  ) as [Record<string, unknown>, Record<string, unknown>]
  const names = new Set([...Object.keys(said), ...Object.keys(wanted)])
  names.delete('title')
  return [...names]
    .filter((name) => !isDeepStrictEqual(said[name], wanted[name]))
    .map((name) => [[name], wanted[name]])
}

/** Returns the variables and the other members that are no fields of a page, as far as they have other values. */
function memberChanges(before: string | null, after: string | null): MemberChange[] {
  if (before === after) return []
  const [said, wanted] = [membersOf(before), membersOf(after)]
  return [...new Set([...said.keys(), ...wanted.keys()])]
    .filter((name) => !isDeepStrictEqual(said.get(name)?.value, wanted.get(name)?.value))
    .map((name) => {
      const { path } = (wanted.get(name) ?? said.get(name)) as Member
      return [path, wanted.get(name)?.value]
    })
}

interface Member {
  readonly path: MemberPath
  readonly value: unknown
}

function membersOf(yaml: string | null): Map<string, Member> {
  const members = new Map<string, Member>()
  for (const [name, value] of Object.entries(mappingOf(splitSummaryLabel(yaml).frontMatter)))
    if (name === 'vars' && typeof value === 'object' && value !== null && !Array.isArray(value))
      for (const [variable, one] of Object.entries(value))
        members.set(`vars ${variable}`, { path: ['vars', variable], value: one })
    else if (!membersOfFields.has(name)) members.set(name, { path: [name], value })
  return members
}

function mappingOf(yaml: string | null): object {
  try {
    return Object(parseFrontMatter(yaml ?? ''))
  } catch {
    return {}
  }
}

interface TitleChange {
  /** The title for the front matter, and the heading. Absent if they stay. */
  readonly member?: string
  readonly heading?: string
}

function titleChange(
  text: SplitText,
  { title: before }: PageState,
  { title }: PageState,
  isTitled: boolean,
): TitleChange {
  if (title === before) return {}
  const isHeadingRight = text.heading !== '' && text.headingTitle === titleLine(title)
  const needsMember = text.statesTitle || titleLine(title) !== title
  const isOther = text.headingTitle !== before && (text.statesTitle || isTitled)
  const hadHeading = text.heading !== '' && !isOther
  const isHeadingWanted = hadHeading || (!needsMember && !isTitled && !text.hasHeading && text.heading === '')
  return {
    ...((needsMember || (!hadHeading && !isTitled && text.hasHeading)) && { member: title }),
    ...(isHeadingWanted && !isHeadingRight && { heading: headingLike(text.heading, title) }),
  }
}

/** Writes a heading in the form of another: underlined, with closing marks, with attributes. */
function headingLike(written: string, title: string): string {
  const heading = titleHeading(title)
  const underline = /\n[ \t]*(=+)[ \t]*$/.exec(written)
  const text = heading.slice(2)
  if (underline && /^[\p{L}\p{N}]/u.test(text) && !/^\d+[.)]/.test(text))
    return `${text}\n${'='.repeat(Math.max((underline[1] as string).length === lengthOf(written) ? text.length : (underline[1] as string).length, 1))}`
  const attributes = statedId(written)?.source
  const closing =
    /[ \t]+#+[ \t]*$/.exec(attributes === undefined ? written : (statedId(written)?.text ?? ''))?.[0] ?? ''
  return heading + closing.trimEnd() + (attributes === undefined ? '' : ` ${attributes}`)
}

const lengthOf = (heading: string) => (heading.split('\n')[0] ?? '').trim().length
