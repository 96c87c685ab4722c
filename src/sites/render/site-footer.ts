import { fill } from '../../languages/fill.ts'
import { webAddress } from '../../modules/published-sites/visible-content/references.ts'
import { type Child, element } from './elements.ts'
import type { PageView } from './navigation.ts'
import { siteTitle } from './page-head.ts'
import { fitted, linkOf, themedImage } from './site-header.ts'
import { socialLinks } from './social-links.ts'
import { textsOf } from './texts.ts'

export function siteFooter({ visit, references }: PageView): Child {
  const { footer, privacyPolicy, trademark } = visit.settings
  const texts = textsOf(visit.settings)
  const policy = privacyPolicy.url && webAddress(privacyPolicy.url, visit.base)
  const groups = footer.groups.flatMap(({ title, links }) => {
    const shown = links.flatMap((link) => linkOf(link, references) ?? [])
    const items = shown.map((link) => element('li', {}, link))
    return items.length === 0
      ? []
      : [element('nav', { ariaLabel: title }, element('p', {}, title), element('ul', {}, items))]
  })
  const mark = trademark.enabled ? element('p', {}, fill(texts.publishedWith, 'Lectern')) : null
  const accounts = socialLinks(visit, 'footer')
  const last = [
    accounts.length > 0 ? element('ul', { className: ['social-links'] }, accounts) : null,
    footer.copyright ? element('p', {}, footer.copyright) : null,
    policy ? element('p', {}, element('a', { href: policy }, texts.privacyPolicy)) : null,
    mark,
  ]
  if (groups.length === 0 && !footer.logo && last.every((part) => part === null)) return null
  return element(
    'footer',
    { className: ['site-footer'] },
    groups.length > 0 || footer.logo
      ? element(
          'div',
          { className: ['footer-columns'] },
          footer.logo
            ? element(
                'div',
                { className: ['footer-logo'] },
                themedImage(
                  footer.logo,
                  siteTitle(visit),
                  fitted(visit.appearance.logoSizes, footerLogoRoom),
                ),
              )
            : null,
          groups,
        )
      : null,
    element('div', { className: ['footer-end'] }, last),
  )
} /** The most room for the logo of the footer in pixels, as in its stylesheet. */
const footerLogoRoom = { width: 1200, height: 40 } as const
