import { type AppObject, appAddress, publicPath } from '../../base/app-addresses.ts'
import { AppError } from '../../base/errors.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import { listedLink, plainPage } from '../../http/plain-page.ts'
import type { HttpResponse } from '../../http/response.ts'
import { loadRevision } from '../../modules/content/service.ts'
import { loadSpec } from '../../modules/openapi-specs/service.ts'
import { loadOrganization } from '../../modules/organizations/service.ts'
import {
  type PublicAddress,
  publicAddresses,
} from '../../modules/published-sites/lookups/public-addresses.ts'
import { lookUpWorkspace } from '../../modules/published-sites/lookups/workspace-content.ts'
import { publishedAddress } from '../../modules/sites/addresses.ts'
import { loadSite } from '../../modules/sites/service.ts'
import type { Context } from '../../request/context.ts'
import { queryOf } from './object-queries.ts'

/** An object that the viewer may read. */
interface NamedObject {
  readonly title: string
  /** The address of a site for its visitors. */
  readonly published?: Omit<PublicAddress, 'title'>
}

/**
 * Answers the address of an object in the workspace, `urls.app`, with a page that names it and leads to where it is published
 * and to both APIs. Who has not signed in learns no more of it than that: where anybody can read it.
 */
export async function objectPage(context: Context, object: AppObject): Promise<HttpResponse> {
  const named = context.viewer && (await namedObject(context, object))
  if (context.viewer && !named)
    return plainPage(
      404,
      'Not found',
      '<h1>Not found</h1><p>There is no such object, or you have no access to it.</p>',
    )
  const places = await placesOf(context, object, named)
  const title = named?.title || shownTitle(places) || `This ${object.kind}`
  const main = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p class="kind">${escapeHtml(describe(object, named, places.length > 0))}</p>`,
    places.length > 0 &&
      `<h2>Published</h2><ul>${places.map(({ site, address }) => listedLink(address, site, address)).join('')}</ul>`,
    `<h2>Read it</h2><ul>${apiLinks(context, object).join('')}</ul>`,
  ]
  return plainPage(200, title, main.filter(Boolean).join('\n'))
}

async function namedObject(context: Context, object: AppObject): Promise<NamedObject | null> {
  try {
    return await load(context, object)
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

async function load(context: Context, object: AppObject): Promise<NamedObject> {
  switch (object.kind) {
    case 'organization':
      return { title: (await loadOrganization(context, object.organization)).title }
    case 'site': {
      const site = await loadSite(context, object.site, object.organization)
      const address = publishedAddress(context.config, site)
      return { title: site.title, ...(address !== null && { published: { site: site.title, address } }) }
    }
    case 'specification': {
      const { slug } = await loadSpec(context, { organizationId: object.organization, slug: object.slug })
      return { title: slug }
    }
    case 'revision': {
      const revision = await loadRevision(context, { spaceId: object.space, revisionId: object.revision })
      return { title: `Revision ${revision.id}` }
    }
    default: {
      const found = await lookUpWorkspace(context, appAddress(context.config, object))
      const { collection, space, changeRequest, page } = found
      const title = page?.title ?? changeRequest?.subject ?? (collection ?? space)?.title
      return { title: title ?? '' }
    }
  }
}

async function placesOf(
  context: Context,
  object: AppObject,
  named: NamedObject | null,
): Promise<readonly (Omit<PublicAddress, 'title'> & { readonly title?: string })[]> {
  if (named?.published) return [named.published]
  if (object.kind !== 'space' && object.kind !== 'page') return []
  return publicAddresses(context, object.space, object.kind === 'page' ? object.page : null)
}

const shownTitle = ([place]: readonly { readonly title?: string }[]): string | undefined => place?.title

function describe({ kind }: AppObject, named: NamedObject | null, isPublic: boolean): string {
  if (named) return `A ${kind} of this workspace.`
  if (isPublic) return `A ${kind} of this workspace, as everybody can read it.`
  return 'You are not signed in, so that its title is not shown.'
}

const apiLinks = (context: Context, object: AppObject): readonly string[] => [
  ...(context.viewer ? [] : [signInLink(context, object)]),
  listedLink(
    publicPath(context.config, `/graphql?query=${encodeURIComponent(queryOf(object))}`),
    'Open it in GraphiQL',
    'With a query that reads it.',
  ),
  listedLink(publicPath(context.config, '/v1/docs'), 'REST reference', 'All operations of the REST API.'),
]

function signInLink({ config }: Context, object: AppObject): string {
  const returnTo = appAddress({ appUrl: '' }, object)
  const address = `/sign-in?${new URLSearchParams({ returnTo })}`
  return listedLink(publicPath(config, address), 'Sign in', 'You come back to this page then.')
}
