import type { Element, Properties } from 'hast'
import { fill } from '../../languages/fill.ts'
import { pageActionsOf } from '../../modules/customizations/defaults.ts'
import type { PageAction } from '../../modules/customizations/settings.ts'
import { isOpenToRobots, type Visit } from '../../modules/published-sites/visits/visit.ts'
import type { EditLink } from '../pages/edit-link.ts'
import { type Child, element } from './elements.ts'
import { menu } from './navigation.ts'
import { siteTitle } from './page-head.ts'
import { type SiteTexts, textsOf } from './texts.ts'

/** The assistants that open with a question, by their URLs. */
const assistants = { ChatGPT: 'https://chatgpt.com/?q=', Claude: 'https://claude.ai/new?q=' } as const

/** Where the content of a page is, besides the page. */
export interface PageSources {
  readonly markdownPath: string
  /** Null if the page was not imported from a repository, or the customization has no link to it. */
  readonly editLink: EditLink | null
}

/**
 * Renders what readers do with a page, in the order of the customization: copy it for a language model, see its Markdown,
 * ask an assistant about it, connect one to the site, edit it in its repository, print it. What needs the script of the site is hidden until it runs.
 */
export function pageActions({ visit }: { readonly visit: Visit }, sources: PageSources): Child {
  const texts = textsOf(visit.settings)
  const actions = pageActionsOf(visit.settings)
  const entries = actions.flatMap((action) => entriesOf(action, visit, texts, sources))
  if (entries.length === 0) return null
  const copied = actions.includes('markdown')
    ? element(
        'button',
        {
          className: ['copy-page'],
          hidden: true,
          dataSource: sources.markdownPath,
          dataCopied: texts.copied,
        },
        texts.copyPage,
      )
    : null
  const needScript = entries.every(({ properties }) => properties.hidden)
  return element(
    'div',
    { className: ['page-actions'], hidden: needScript },
    copied,
    menu(element('span', { className: ['unseen'] }, texts.pageActions), entries, 'actions-menu'),
  )
}

/** Returns the entries of the menu for an action. There are none for what sites do not have. */
function entriesOf(
  action: PageAction,
  visit: Visit,
  texts: SiteTexts,
  { markdownPath, editLink }: PageSources,
): Element[] {
  const link = (href: string, text: string, properties: Properties = {}) =>
    element('li', {}, element('a', { href, ...properties }, text))
  switch (action) {
    case 'markdown':
      return [link(markdownPath, texts.viewMarkdown)]
    case 'external-ai': {
      // An assistant cannot read a page that is not public.
      if (!isOpenToRobots(visit)) return []
      const question = encodeURIComponent(fill(texts.askAbout, new URL(markdownPath, visit.address).href))
      return Object.entries(assistants).map(([name, url]) =>
        link(url + question, fill(texts.openIn, name), { rel: ['nofollow'] }),
      )
    }
    case 'git':
      return editLink ? [link(editLink.href, fill(texts.editOn, editLink.host), { rel: ['nofollow'] })] : []
    case 'pdf':
      return [
        element('li', { hidden: true }, element('button', { className: ['print-page'] }, texts.printPage)),
      ]
    case 'mcp':
      return hasMcpServer(visit) ? connectEntries(visit, texts, link) : []
    case 'assistant':
      return []
  }
}

/** Returns whether the assistant of a reader can read the site at its address: a visitor's token is not in it. */
const hasMcpServer = ({ site, isPreview }: Visit): boolean =>
  site.published && site.visibility !== 'VISITOR_AUTH' && !isPreview

/** The programs that take the address of an MCP server from a link. */
function connectEntries(
  visit: Visit,
  texts: SiteTexts,
  link: (href: string, text: string, properties?: Properties) => Element,
): Element[] {
  const url = `${visit.address}/~gitbook/mcp`
  const name = siteTitle(visit)
  const config = Buffer.from(JSON.stringify({ url })).toString('base64')
  const programs = {
    Cursor: `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({ name, config })}`,
    'VS Code': `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url }))}`,
  }
  const copy = element(
    'button',
    { className: ['copy-address'], dataText: url, dataCopied: texts.copied },
    texts.copyMcpAddress,
  )
  return [
    element('li', { hidden: true }, copy),
    ...Object.entries(programs).map(([program, href]) => link(href, fill(texts.connectTo, program))),
  ]
}
