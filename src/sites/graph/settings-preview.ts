import { runHeavy } from '../../admission/admission.ts'
import { orNotFound } from '../../base/errors.ts'
import { conflict } from '../../modules/customizations/reasons.ts'
import { type SettingsUpdate, settingsAfterUpdate } from '../../modules/customizations/service.ts'
import { readWholeBodies } from '../../modules/published-sites/visible-content/page-bodies.ts'
import {
  firstDocumentBelow,
  isDocument,
  pageAt,
  readSiteSpacePages,
} from '../../modules/published-sites/visible-content/space-pages.ts'
import { settingsPreview } from '../../modules/published-sites/visits/open-visit.ts'
import { resolvePath } from '../../modules/published-sites/visits/path-resolution.ts'
import { siteSpacePath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import type { SiteAddress } from '../../modules/sites/service.ts'
import type { Context } from '../../request/context.ts'
import { withCustomization } from '../pages/page-customization.ts'
import { pageHtml } from '../pages/page-documents.ts'
import { readPageView } from '../pages/page-responses.ts'
import { contentSecurityPolicy, hashOf } from '../render/content-security-policy.ts'
import { authorsCache } from './authors-cache.ts'

/** A page with settings that are not stored. */
export interface SettingsPreview {
  readonly html: string
  readonly contentSecurityPolicy: string
}

interface Change extends SettingsUpdate {
  /** The path of the page on the site. Null for the first page of the site or of the site-space. */
  readonly path: string | null
}

/** Renders a page of a site with the settings that an update would give it. Nothing of it is stored or kept. */
export async function previewSettings(
  context: Context,
  address: SiteAddress,
  { path, ...update }: Change,
): Promise<SettingsPreview> {
  const { site, settings } = await settingsAfterUpdate(context, address, update)
  const { config, database } = context
  return runHeavy('sitePages', { owner: site.id, signal: context.disconnection?.() }, async () => {
    const services = { config, database, cache: authorsCache }
    const visit = orNotFound(await settingsPreview(services, site, path ?? '', settings))
    return renderPreview(visit, path === null ? update.siteSpaceId : null)
  })
}

/** Renders the page at the path of a visit, or the first one of a site-space. */
async function renderPreview(visit: Visit, siteSpaceId: string | null): Promise<SettingsPreview> {
  const { structure } = visit
  const first = structure.siteSpaces.find(({ id }) => id === siteSpaceId)
  const segments = first ? siteSpacePath(visit, first).split('/').filter(Boolean) : visit.segments
  // A form must have something to show at whichever path the reader was.
  const resolution = resolvePath(structure, segments) ?? resolvePath(structure, [])
  if (!resolution) throw conflict('NO_PAGE_TO_PREVIEW')
  const { siteSpace, pathSegments } = resolution
  const pages = await readSiteSpacePages(visit, siteSpace)
  const asked = pageAt(pages, pathSegments) ?? pages.first
  const page = asked && (isDocument(asked) ? asked : (firstDocumentBelow(pages, asked) ?? pages.first))
  if (!page) throw conflict('NO_PAGE_TO_PREVIEW')
  const customized = withCustomization(visit, siteSpace)
  const [body] = await readWholeBodies(visit.services.database.query, [page])
  if (!body) throw new Error(`the body of page ${page.pageId} was not read`)
  const { text } = await pageHtml(await readPageView(customized, { siteSpace, pages, page }, body))
  const script = linkScript(visit.base)
  return {
    html: text.replace('</head>', () => `<script>${script}</script></head>`),
    contentSecurityPolicy: contentSecurityPolicy(customized).replace(
      'script-src ',
      (directive) => `${directive}${hashOf(script)} `,
    ),
  }
}

/** Leaves links to the page around, which shows what they lead to with the same settings. */
const linkScript = (base: string): string =>
  `{const base=${JSON.stringify(base)};addEventListener('click',(event)=>{const link=event.target.closest('a[href]');if(!link||link.getAttribute('href').startsWith('#'))return;event.preventDefault();const {origin,pathname}=link;const path=origin===location.origin&&(pathname===base||pathname.startsWith(base+'/'))?pathname.slice(base.length)||'/':null;parent.postMessage({type:'link',href:link.href,path},location.origin)},true);addEventListener('submit',(event)=>event.preventDefault(),true)}`
