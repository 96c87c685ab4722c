import type { Database } from '../../database/client.ts'
import { parsedOnMainThread } from '../../formats/body/parsing/main-thread.ts'
import type { ContentRef } from '../../formats/page/types.ts'
import { readSectionsOf } from '../../modules/openapi-specs/pages/shown-sections.ts'
import type { References } from '../../modules/published-sites/visible-content/references.ts'
import {
  visibleDocument,
  type WholeBody,
} from '../../modules/published-sites/visible-content/visible-body.ts'
import { feedPath, searchPath, type Visit } from '../../modules/published-sites/visits/visit.ts'
import { type ContentJobOptions, runContentJob } from '../../workers/content-threads.ts'
import { readDiagrams } from '../code/diagrams.ts'
import { readHighlightedCode } from '../code/highlighted-code.ts'
import { rawHtml, writeFragment } from '../render/elements.ts'
import type { RenderOptions } from '../render/render-context.ts'
import { firstScheme, followsSystem } from '../render/theme/theme-modes.ts'
import { type BodyHtml, bodyHtml } from './body-html.ts'
import {
  type BodyRequest,
  type BodyResponses,
  htmlWithTargets,
  type ReadTargets,
  type ReferenceTarget,
} from './body-job.ts'
import { type BodyMarkdown, bodyMarkdown } from './body-markdown.ts'
import { type BodyUpdate, bodyUpdates } from './body-updates.ts'

/** Writes bodies of pages: here if they are small, and else in a thread. */

const jobModule = new URL('./body-job.ts', import.meta.url)

const markdownOf = ({ body, reusable }: WholeBody): string[] =>
  [body, ...reusable.values()].map(({ markdown }) => markdown)

/** The HTML of a body. It is not complete while colors of its code or diagrams are missing, which the next reader may see. */
export interface RenderedBody extends BodyHtml {
  readonly isComplete: boolean
}

export async function renderBodyHtml(
  body: WholeBody,
  references: References,
  visit: Visit,
  { hasCover }: Pick<RenderOptions, 'hasCover'>,
): Promise<RenderedBody> {
  const { claims, site } = visit
  const places = { searchPath: searchPath(visit), feedPath: feedPath(visit) }
  const { options: shared, isComplete } = await renderOptions(body, visit, places)
  const options: RenderOptions = { ...shared, hasCover }
  const here = parsedOnMainThread([...markdownOf(body), ...options.specSections.values()], () =>
    bodyHtml(visibleDocument(body, claims), {
      addressOf: (ref) => references.addressOf(ref),
      labelOf: (ref) => references.labelOf(ref),
      pictureOf: (ref) => references.pictureOf(ref),
      ...options,
    }),
  )
  if (here) return { ...here, isComplete }
  const answer = async (refs: unknown) => ({
    answer: (refs as readonly ContentRef[]).map(
      (ref): ReferenceTarget => ({
        address: references.addressOf(ref),
        label: references.labelOf(ref),
        picture: references.pictureOf(ref),
      }),
    ),
  })
  const request: BodyRequest = { kind: 'html', body, audience: claims, options }
  const { content, outline } = await runContentJob<BodyRequest, BodyResponses['html']>(jobModule, request, {
    owner: site.id,
    answer,
  })
  return { content: rawHtml(content), outline, isComplete }
}

/** The surroundings that a body is rendered with: those of a visit, or of the workspace. */
export interface Surroundings extends Pick<Visit, 'cache' | 'settings'> {
  readonly services: { readonly database: Pick<Database, 'query'> }
  /** The id is that of the owner of the work. */
  readonly site: Pick<Visit['site'], 'id' | 'organizationId'>
  /** Whether all colors and diagrams are waited for. */
  readonly isPatient?: boolean
}

/** Returns a body as its authors read it in the workspace, with all parts that any visitor may see. */
export async function renderForAuthors(
  body: WholeBody,
  read: ReadTargets,
  surroundings: Surroundings,
  { limitExceeded }: Pick<ContentJobOptions, 'limitExceeded'> = {},
): Promise<BodyHtml<string>> {
  const places = { searchPath: '', feedPath: undefined }
  const { options: shared } = await renderOptions(body, { ...surroundings, isPatient: true }, places)
  const options: RenderOptions = { ...shared, hasCover: false }
  const document = parsedOnMainThread([...markdownOf(body), ...options.specSections.values()], () =>
    visibleDocument(body, 'authors'),
  )
  if (document) {
    const { content, outline } = await htmlWithTargets(document, options, read)
    return { content: writeFragment(content), outline }
  }
  const request: BodyRequest = { kind: 'html', body, audience: 'authors', options }
  return runContentJob<BodyRequest, BodyResponses['html']>(jobModule, request, {
    owner: surroundings.site.id,
    ...(limitExceeded && { limitExceeded }),
    answer: async (refs) => ({ answer: await read(refs as readonly ContentRef[]) }),
  })
}

async function renderOptions(
  whole: WholeBody,
  visit: Surroundings,
  places: Pick<RenderOptions, 'searchPath' | 'feedPath'>,
): Promise<{ readonly options: Omit<RenderOptions, 'hasCover'>; readonly isComplete: boolean }> {
  const { settings } = visit
  const specSections = await readSectionsOf(
    markdownOf(whole),
    visit.services.database,
    visit.site.organizationId,
  )
  const sections = [...specSections.values()].map((markdown) => ({ markdown }))
  const texts = [whole.body, ...whole.reusable.values(), ...sections]
  const [code, diagrams] = await Promise.all([readHighlightedCode(texts, visit), readDiagrams(texts, visit)])
  const options = {
    opensNewTabs: settings.externalLinks.target === 'blank',
    ...places,
    colorScheme: followsSystem(settings.themes) ? ('preferred' as const) : firstScheme(settings.themes),
    locale: settings.internationalization.locale,
    highlighted: code.values,
    diagrams: diagrams.values,
    specSections,
  }
  return { options, isComplete: code.isComplete && diagrams.isComplete }
}

/** Returns the Markdown of a body for a visitor, and its addresses. */
export const readBodyMarkdown = async (
  body: WholeBody,
  { claims, site }: Pick<Visit, 'claims' | 'site'>,
): Promise<BodyMarkdown> =>
  parsedOnMainThread(markdownOf(body), () => bodyMarkdown(body, claims)) ??
  runContentJob<BodyRequest, BodyMarkdown>(jobModule, { kind: 'markdown', body, claims }, { owner: site.id })

/** Returns the updates in a body, without those that only some visitors may see. */
export const readBodyUpdates = async (
  body: WholeBody,
  { site }: Pick<Visit, 'site'>,
): Promise<readonly BodyUpdate[]> =>
  parsedOnMainThread(markdownOf(body), () => bodyUpdates(body)) ??
  runContentJob<BodyRequest, BodyResponses['updates']>(
    jobModule,
    { kind: 'updates', body },
    { owner: site.id },
  )
