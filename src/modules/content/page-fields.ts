import { invalidInput } from '../../base/errors.ts'
import { storableText } from '../../base/storable-text.ts'
import { type FrontMatter, layoutOf, readMarkdownPage } from '../../formats/body/markdown-page.ts'
import { givenVariables, type Variables } from '../../formats/body/variables.ts'
import type { PageType } from '../../generated/prisma/client.ts'
import type { PageWrite } from './content-change.ts'
import { type GivenBody, givenMarkdown, givenTree } from './new-bodies.ts'

/** The members of a page that a change sets; absent ones stay unchanged. */
export interface PageFields {
  title?: string
  /**
   * The first heading of a body whose front matter has another title, or the id that the heading states; null if the title is
   * that of the page.
   */
  heading?: string | null
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
  /** The front matter of the body, in YAML. */
  frontMatter?: string
  /** Variables of the page, which are in its front matter. */
  variables?: Variables
  body?: GivenBody
}

/**
 * Reads the members of a page from a change. Front matter of a Markdown body overrides the members of the change, and so does
 * its first heading the title: the title is stored separately, and would be shown twice.
 */
export function readPageFields(change: PageWrite, type: PageType): PageFields {
  const given = givenFields(change)
  const { document, path } = change
  if (!document) return given
  if (type !== 'DOCUMENT') throw invalidInput(`${path}.document`, 'only documents have a body')
  if (document.markdown === undefined) return { ...given, body: givenTree(document, path) }
  const { fields, frontMatter, heading, anchor, body } = readMarkdownPage(document.markdown)
  const title = fields.title || heading || given.title
  return {
    ...given,
    ...frontMatterFields(fields),
    title,
    ...(frontMatter !== undefined && { frontMatter: storableText(frontMatter) }),
    ...(heading !== undefined && { heading: anchor ?? (heading === title ? null : heading) }),
    body: givenMarkdown(body, path),
  }
}

function givenFields(change: PageWrite): PageFields {
  return {
    title: change.title ?? undefined,
    slug: change.slug ?? undefined,
    emoji: removable(change.emoji),
    icon: removable(change.icon),
    description: removable(change.description),
    hidden: change.isHidden ?? undefined,
    noIndex: change.noIndex ?? undefined,
    noRobotsIndex: change.noRobotsIndex ?? undefined,
    variables:
      change.variables == null ? undefined : givenVariables(`${change.path}.variables`, change.variables),
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
