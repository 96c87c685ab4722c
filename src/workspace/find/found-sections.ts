import book from 'icon:book'
import pullRequest from 'icon:code-pull-request'
import page from 'icon:file-lines'
import folder from 'icon:folder'
import globe from 'icon:globe'
import user from 'icon:user'
import type { FindAnythingQuery } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { shownEmoji } from '../parts/emoji.ts'
import type { IconShape } from '../parts/icon.tsx'

/** Something that was found, or can be done. */
export interface FoundItem {
  readonly id: string
  readonly title: string
  /** Where it is. */
  readonly note?: string
  /** The text of a page around what matches. */
  readonly excerpt?: string
  readonly icon: IconShape
  /** Stands instead of the icon. */
  readonly emoji?: string
  readonly href?: string
  readonly act?: () => void
}

/** Items of one kind. */
export interface FoundSection {
  readonly id: string
  readonly title: string
  readonly items: readonly FoundItem[]
}

/** The pages that are shown of those that the server found. */
const shownPages = 8

type Organization = NonNullable<FindAnythingQuery['organization']>

/** Returns what the server has found, by kinds. Those without an item are left out. */
export function foundSections(data: FindAnythingQuery | undefined): readonly FoundSection[] {
  const { organization } = data ?? {}
  if (!organization) return []
  const sections = [
    { id: 'contents', title: text('find.contents'), items: organization.contents.nodes.map(contentItem) },
    { id: 'pages', title: text('find.pages'), items: pageItems(data?.searchOrganization) },
    {
      id: 'change-requests',
      title: text('part.changeRequests'),
      items: organization.changeRequests.nodes.map(changeRequestItem),
    },
    {
      id: 'sites',
      title: text('home.sites'),
      items: organization.sites.nodes.map(({ id, title }) => ({
        id,
        title,
        icon: globe,
        href: paths.site(organization.id, id),
      })),
    },
    { id: 'people', title: text('find.people'), items: personItems(organization) },
  ]
  return sections.filter(({ items }) => items.length > 0)
}

const contentItem = (content: Organization['contents']['nodes'][number]): FoundItem => ({
  id: content.id,
  title: content.title,
  icon: content.__typename === 'Space' ? book : folder,
  href: content.__typename === 'Space' ? paths.space(content.id) : paths.collection(content.id),
  ...(content.parent && { note: content.parent.title }),
  ...(content.__typename === 'Space' && { emoji: shownEmoji(content.emoji) }),
})

/** The pages of all spaces by how well they match. */
function pageItems(found: FindAnythingQuery['searchOrganization'] | undefined): FoundItem[] {
  const pages = (found?.nodes ?? []).flatMap(({ spaceId, title: space, pages }) =>
    pages.map((page) => ({ ...page, spaceId, space })),
  )
  return pages
    .sort((a, b) => b.score - a.score)
    .slice(0, shownPages)
    .map(({ pageId, title, spaceId, space, ancestors, match, sections }) => ({
      id: pageId,
      title,
      icon: page,
      href: paths.page(spaceId, pageId),
      note: [space, ...ancestors.map(({ title }) => title)].join(' / '),
      ...(match === 'SECTION' && sections[0] && { excerpt: sections[0].body }),
    }))
}

const changeRequestItem = (found: Organization['changeRequests']['nodes'][number]): FoundItem => ({
  id: found.id,
  title: found.subject || text('changes.untitled'),
  icon: pullRequest,
  href: paths.changeRequest(found.space.id, found.number),
  note: [
    text('changes.number', { number: found.number }),
    text(`changes.status.${found.status}`),
    found.space.title,
  ].join(' · '),
})

const personItems = ({ id, members }: Organization): FoundItem[] =>
  (members?.nodes ?? []).map(({ user: { id: userId, displayName, email } }) => ({
    id: userId,
    title: displayName,
    icon: user,
    href: paths.member(id, userId),
    ...(email && { note: email }),
  }))
