import type { LocatedPage } from '../../modules/content/located-content.ts'
import type { PageRating } from '../../modules/insights/service.ts'
import { ratingFields, thanksAnchor } from '../../modules/published-sites/visits/page-ratings.ts'
import { type Child, element } from './elements.ts'
import type { PageView } from './navigation.ts'
import { textsOf } from './texts.ts'

type RatedView = Pick<PageView, 'visit' | 'siteSpace'> & { readonly page: LocatedPage }

/**
 * Renders a form by which readers rate a page, if the customization has it. It is sent to the address of the page, with no
 * cookie of its own. The thanks are shown when they are the target of the address, or by the script.
 */
export function feedbackForm({ visit, siteSpace, page }: RatedView): Child {
  if (!visit.settings.feedback.enabled || visit.isPreview) return null
  const texts = textsOf(visit.settings)
  const choice = (rating: PageRating, label: string) =>
    element('button', { name: ratingFields.rating, value: rating, className: ['button'] }, label)
  return element(
    'form',
    { className: ['feedback'], method: 'post', ariaLabel: texts.wasHelpful },
    element('input', { type: 'hidden', name: ratingFields.space, value: siteSpace.spaceId }),
    element('input', { type: 'hidden', name: ratingFields.page, value: page.pageId }),
    element('p', {}, texts.wasHelpful),
    choice('good', texts.helpful),
    choice('ok', texts.partlyHelpful),
    choice('bad', texts.notHelpful),
    element('p', { id: thanksAnchor, className: ['thanks'], role: 'status', tabIndex: -1 }, texts.thanks),
  )
}
