import { invalidInput } from '../../errors.ts'
import type { PageType } from '../../generated/prisma/client.ts'
import type { ContentChange } from './content-change.ts'
import { type FrontMatter, layoutOf, readMarkdownPage } from './markdown-page.ts'
import { type GivenBody, textBelowTitle } from './new-bodies.ts'

/** The members of a page that a change sets; absent ones stay unchanged. */
export interface PageFields {
  title?: string
  slug?: string
  emoji?: string | null
  icon?: string | null
  description?: string | null
  hidden?: boolean
  noIndex?: boolean
  noRobotsIndex?: boolean
  layout?: object
  /** The link of the cover and its vertical position. */
  cover?: { address: string; yPos: number }
  body?: GivenBody
}

/**
 * Reads the members of a page from a change. Front matter of a Markdown body overrides the members of the change. A
 * first heading that repeats the title is removed from the body, because the title is stored separately; a new page
 * without a title takes it from that heading.
 */
export function readPageFields(
  change: ContentChange,
  path: string,
  page: { type: PageType; title?: string },
): PageFields {
  const given = givenFields(change)
  if (!change.document) return given
  if (page.type !== 'DOCUMENT') throw invalidInput(`${path}.document`, 'only documents have a body')
  const { markdown, document } = change.document
  if (document != null) return { ...given, body: { tree: document, path: `${path}.document.document` } }
  const read = readMarkdownPage(markdown ?? '')
  const title = read.fields.title || given.title || page.title || read.heading
  const body = { markdown: textBelowTitle(read, title), path: `${path}.document.markdown` }
  const stated = read.fields.title || given.title || (page.title === undefined ? read.heading : undefined)
  return { ...given, ...frontMatterFields(read.fields), title: stated, body }
}

function givenFields(change: ContentChange): PageFields {
  return {
    title: change.title ?? undefined,
    slug: change.slug ?? undefined,
    emoji: removable(change.emoji),
    icon: removable(change.icon),
    description: removable(change.description),
    hidden: change.isHidden ?? undefined,
    noIndex: change.noIndex ?? undefined,
    noRobotsIndex: change.noRobotsIndex ?? undefined,
  }
}

/** Maps the empty string to null, which removes the value; null and absent leave it unchanged. */
const removable = (text: string | null | undefined) => (text === '' ? null : (text ?? undefined))

function frontMatterFields(fields: FrontMatter): PageFields {
  const { description, emoji, icon, hidden, noIndex, noRobotsIndex, cover, coverY } = fields
  const all = {
    description: removable(description),
    emoji: removable(emoji),
    icon: removable(icon),
    hidden,
    noIndex,
    noRobotsIndex,
    layout: layoutOf(fields),
    cover: cover ? { address: cover, yPos: coverY ?? 0 } : undefined,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
