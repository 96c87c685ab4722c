import { isOpenToRobots, type Visit } from '../visits/visit.ts'
import { type Child, element } from './elements.ts'
import { menu } from './navigation.ts'
import { fill, textsOf } from './texts.ts'

/** The assistants that open with a question, by their URLs. */
const assistants = { ChatGPT: 'https://chatgpt.com/?q=', Claude: 'https://claude.ai/new?q=' } as const

/** Renders what readers do with a page: copy it for a language model, see its Markdown, ask an assistant about it. */
export function pageActions({ visit }: { readonly visit: Visit }, markdownPath: string): Child {
  const { markdown, externalAI } = visit.settings.pageActions
  const texts = textsOf(visit.settings)
  // An assistant cannot read a page that is not public.
  const asked = externalAI && isOpenToRobots(visit) ? Object.entries(assistants) : []
  const question = fill(texts.askAbout, new URL(markdownPath, visit.address).href)
  const links = [
    ...(markdown ? [element('a', { href: markdownPath }, texts.viewMarkdown)] : []),
    ...asked.map(([name, url]) =>
      element('a', { href: url + encodeURIComponent(question), rel: ['nofollow'] }, fill(texts.openIn, name)),
    ),
  ]
  if (links.length === 0) return null
  return element(
    'div',
    { className: ['page-actions'] },
    markdown
      ? element(
          'button',
          { className: ['copy-page'], hidden: true, dataSource: markdownPath, dataCopied: texts.copied },
          texts.copyPage,
        )
      : null,
    menu(
      element('span', { className: ['unseen'] }, texts.pageActions),
      links.map((link) => element('li', {}, link)),
      'actions-menu',
    ),
  )
}
