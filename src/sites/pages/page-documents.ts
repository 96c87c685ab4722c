import { getOrCreate } from '../../base/get-or-create.ts'
import type { LocatedPage } from '../../modules/content/located-content.ts'
import type { References } from '../../modules/published-sites/visible-content/references.ts'
import { isDocument, pathOfPage } from '../../modules/published-sites/visible-content/space-pages.ts'
import type { WholeBody } from '../../modules/published-sites/visible-content/visible-body.ts'
import {
  encodePagePath,
  isOpenToRobots,
  siteSpacePath,
  type Visit,
} from '../../modules/published-sites/visits/visit.ts'
import { previewImage } from '../preview-images/preview-image.ts'
import { type Child, element } from '../render/elements.ts'
import { feedbackForm } from '../render/feedback-form.ts'
import { formsOf } from '../render/media.ts'
import { type PageView, pager } from '../render/navigation.ts'
import { pageActions } from '../render/page-actions.ts'
import { renderFrame } from '../render/page-frame.ts'
import { layoutOf } from '../render/page-layout.ts'
import { textsOf } from '../render/texts.ts'
import { titleWithSymbol } from '../render/title-symbols.ts'
import type { WholeContent } from '../responses/responses.ts'
import { coverOf } from './cover.ts'
import { readEditLink } from './edit-link.ts'
import { publishedMarkdown } from './published-markdown.ts'
import { renderBodyHtml } from './render-body.ts'

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

export async function pageHtml(view: ReadPageView): Promise<WholeContent> {
  const { page, body, references, visit } = view
  const [cover] = coverOf(page)
  const {
    content,
    outline: headings,
    isComplete,
  } = await renderBodyHtml(body, references.inPage(page), visit, {
    hasCover: cover !== undefined && layoutOf(page).cover,
  })
  const actions = pageActions(view, {
    markdownPath: markdownPath(view),
    editLink: await readEditLink(visit, page),
  })
  const hasTitle = layoutOf(page).title
  const text = renderFrame(view, {
    title: page.title,
    description: page.description,
    canonical: canonicalAddress(view),
    alternate: references.addressOf({ kind: 'page', page: page.pageId }, 'markdown'),
    image: cover && references.addressOf(cover, 'markdown'),
    drawnImage: previewImage(visit, view.siteSpace, page),
    isForRobots: isForRobots(view),
    outline: headings,
    actions: hasTitle ? null : actions,
    main: element('article', { dir: 'auto' }, pageTop(view, hasTitle ? actions : null), content),
    after: pageBottom(view),
  })
  return { text, isComplete }
}

const markdownPath = ({ visit, siteSpace, page }: ReadPageView): string =>
  `${visit.base}${siteSpacePath(visit, siteSpace)}${encodePagePath(page.path ?? '')}.md`

/** Returns the absolute URL of a page. */
function canonicalAddress({ visit, siteSpace, page, pages }: ReadPageView): string {
  return visit.address + siteSpacePath(visit, siteSpace) + pathOfPage(pages, page)
}

/** Renders what a page begins with. What readers do with it stands in the row of its title. */
function pageTop({ page, references }: ReadPageView, actions: Child): Child {
  const layout = layoutOf(page)
  const [ref] = coverOf(page)
  const cover = ref && layout.cover ? references.addressOf(ref) : undefined
  const picture = ref && references.pictureOf(ref)
  return [
    cover === undefined
      ? null
      : element('img', {
          className: ['cover', ...(layout.hasFullCover ? ['full'] : [])],
          src: cover,
          alt: '',
          fetchPriority: 'high',
          ...(picture && { width: picture.width, height: picture.height }),
          ...formsOf(picture, '100vw'),
        }),
    // The headings of the body stand below the title, also for those who hear the page.
    element(
      'div',
      { className: ['title-row'] },
      element('h1', layout.title ? {} : { className: ['unseen'] }, titleWithSymbol(page.title, page)),
      actions,
    ),
    page.description && layout.description
      ? element('p', { className: ['description'] }, page.description)
      : null,
  ]
}

function pageBottom(view: ReadPageView): Child {
  const { page, visit } = view
  const layout = layoutOf(page)
  return [
    feedbackForm(view),
    layout.metadata ? lastUpdated(page.updatedAt, visit) : null,
    layout.pagination ? pager(view) : null,
  ]
}

/** The formats of dates by locale. To create one takes longer than much else of a page. */
const dateFormats = new Map<string, Intl.DateTimeFormat>()

const dateFormatOf = (locale: string): Intl.DateTimeFormat =>
  getOrCreate(
    dateFormats,
    locale,
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
  )

function lastUpdated(date: Date, { settings }: Visit): Child {
  const [before = '', after] = textsOf(settings).lastUpdated.split('{}')
  const shown = dateFormatOf(settings.internationalization.locale).format(date)
  const time = element('time', { dateTime: date.toISOString() }, shown)
  return element('p', { className: ['updated'] }, before, time, after)
}

export async function pageJson(view: ReadPageView): Promise<object> {
  const { page, pages, body, references, visit } = view
  const below = (pages.children.get(page.pageId) ?? []).filter(
    (one) => isDocument(one) && !pages.visibility(one).isHidden,
  )
  return {
    ...outline(page, references),
    pages: below.map((one) => outline(one, references)),
    markdown: await publishedMarkdown(page, body, references, visit),
  }
}

const outline = (page: LocatedPage, references: References) => ({
  id: page.pageId,
  title: page.title,
  ...(page.description === null ? {} : { description: page.description }),
  path: page.path ?? '',
  url: references.addressOf({ kind: 'page', page: page.pageId }),
})
