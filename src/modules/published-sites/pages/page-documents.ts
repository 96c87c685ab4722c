import { parseContentRef } from '../../../page-format/content-references.ts'
import { HeadingAnchors, isHeading } from '../../../page-format/heading-anchors.ts'
import { rewriteLinks } from '../../../page-format/markdown-links.ts'
import type { ContentRef, Heading } from '../../../page-format/types.ts'
import { walkDocument } from '../../../page-format/walk-document.ts'
import type { LocatedPage } from '../../content/located-content.ts'
import { pageMarkdown } from '../../exports/archive.ts'
import { renderBlocks } from '../render/blocks.ts'
import { type Child, element } from '../render/elements.ts'
import { emojiText } from '../render/inlines.ts'
import { type PageView, pager } from '../render/navigation.ts'
import { renderFrame } from '../render/page-frame.ts'
import type { RenderContext } from '../render/render-context.ts'
import { visibleDocument, visibleMarkdown, type WholeBody } from '../visible-content/page-bodies.ts'
import type { References } from '../visible-content/references.ts'
import { isDocument } from '../visible-content/space-pages.ts'
import { encodePagePath, isOpenToRobots, siteSpacePath, type Visit } from '../visits/visit.ts'

/** A page with its body. */
export type ReadPageView = PageView & { readonly page: LocatedPage; readonly body: WholeBody }

/** Returns whether search engines may index the page. */
export const isForRobots = ({
  visit,
  pages,
  page,
}: Pick<ReadPageView, 'visit' | 'pages' | 'page'>): boolean => {
  const { isHidden, isUnlisted, isUnlistedForRobots } = pages.visibility(page)
  return isOpenToRobots(visit) && !isHidden && !isUnlisted && !isUnlistedForRobots
}

export function pageHtml(view: ReadPageView): string {
  const { page, references, visit } = view
  return renderFrame(view, {
    title: page.title,
    description: page.description,
    canonical: canonicalAddress(view),
    alternate: references.addressOf({ kind: 'page', page: page.pageId }, 'markdown'),
    isForRobots: isForRobots(view),
    main: [element('article', {}, pageHead(view), bodyHtml(view, visit)), pager(view)],
  })
}

/** Returns the absolute URL of a page. */
function canonicalAddress({ visit, siteSpace, page, pages }: ReadPageView): string {
  const space = visit.address + siteSpacePath(visit, siteSpace)
  return page === pages.first ? space : space + encodePagePath(page.location.path ?? '')
}

function pageHead({ page, references }: ReadPageView): Child {
  const layout = (page.layout ?? {}) as { title?: boolean; description?: boolean; cover?: boolean }
  const [ref] = coverOf(page)
  const cover = ref && layout.cover !== false ? references.addressOf(ref) : undefined
  const emoji = page.emoji ? `${emojiText(page.emoji)} ` : null
  return [
    cover === undefined ? null : element('img', { className: ['cover'], src: cover, alt: '' }),
    element('h1', {}, emoji, page.title),
    page.description && layout.description !== false
      ? element('p', { className: ['description'] }, page.description)
      : null,
  ]
}

function bodyHtml({ body, references }: ReadPageView, visit: Visit): Child {
  const document = visibleDocument(body, visit.claims)
  const names = new HeadingAnchors()
  const anchors = new Map<Heading, string>()
  for (const node of walkDocument(document)) if (isHeading(node)) anchors.set(node, names.anchorOf(node))
  const context: RenderContext = {
    addressOf: (ref) => references.addressOf(ref),
    labelOf: (ref) => references.labelOf(ref),
    opensNewTabs: visit.settings.externalLinks.target === 'blank',
    anchors,
  }
  return renderBlocks(document.nodes, context)
}

export const coverOf = ({ cover }: LocatedPage): ContentRef[] => {
  const { ref } = (cover ?? {}) as { ref?: ContentRef }
  return ref ? [ref] : []
}

/** Returns the Markdown of a page as in an export, with absolute URLs in links. */
export function publishedMarkdown(
  page: LocatedPage,
  body: WholeBody,
  references: References,
  { claims }: Pick<Visit, 'claims'>,
): string {
  const addressIn = (address: string) => {
    const ref = parseContentRef(address)
    return ref.kind === 'url' || address.startsWith('#') ? undefined : references.addressOf(ref, 'markdown')
  }
  const [ref] = coverOf(page)
  const cover = ref && references.addressOf(ref, 'markdown')
  return pageMarkdown({
    ...page,
    id: page.pageId,
    layout: page.layout as object | null,
    cover: cover === undefined ? null : { ...(page.cover as object), ref: { kind: 'url', url: cover } },
    target: null,
    markdown: rewriteLinks(visibleMarkdown(body, claims), addressIn),
  })
}

export function pageJson(view: ReadPageView): object {
  const { page, pages, body, references, visit } = view
  const below = (pages.children.get(page.pageId) ?? []).filter(
    (one) => isDocument(one) && !pages.visibility(one).isHidden,
  )
  return {
    ...outline(page, references),
    pages: below.map((one) => outline(one, references)),
    markdown: publishedMarkdown(page, body, references, visit),
  }
}

const outline = (page: LocatedPage, references: References) => ({
  id: page.pageId,
  title: page.title,
  ...(page.description === null ? {} : { description: page.description }),
  path: page.location.path ?? '',
  url: references.addressOf({ kind: 'page', page: page.pageId }),
})
