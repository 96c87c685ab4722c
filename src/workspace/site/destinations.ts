import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type {
  PlaceOfSpaceFragment,
  RedirectOfListFragment,
  SiteRedirectDestinationInput,
} from '../../generated/workspace-operations/graphql.ts'
import { PlaceOfSpace } from './redirects-operations.ts'

type Destination = RedirectOfListFragment['destination']

interface PathPart {
  readonly path: string
  readonly isDefault: boolean
}

/** Returns the path below the site to which parts of it lead: a default part adds nothing. */
const pathOf = (parts: readonly (PathPart | null)[]): string =>
  parts.map((part) => (part === null || part.isDefault ? '' : `/${part.path}`)).join('')

const pathOfPlace = (place: PlaceOfSpaceFragment): string => pathOf([place.section, place])

/** Returns the path of the page of a destination in its space; empty for the space itself. */
export const pagePathOf = ({ page }: Destination): string => (page && 'path' in page ? page.path : '')

/** Returns where a redirect leads: a URL, or a path on the site. */
export function addressOf(destination: Destination): string {
  if (destination.url !== null) return destination.url
  if (destination.siteSection) return pathOf([destination.siteSection]) || '/'
  const place = unmask(PlaceOfSpace, destination.siteSpace)
  const page = pagePathOf(destination)
  return `${place ? pathOfPlace(place) : ''}${page ? `/${page}` : ''}` || '/'
}

/** Returns the destination for a URL, or for a path on the site, which the server looks up. Undefined for anything else. */
export function destinationAt(
  address: string,
  places: readonly PlaceOfSpaceFragment[],
): SiteRedirectDestinationInput | undefined {
  if (/^https?:\/\//i.test(address)) return { kind: 'EXTERNAL', url: address }
  if (!address.startsWith('/')) return undefined
  const path = address.replace(/\/+$/, '')
  const [place] = places
    .filter((place) => path === pathOfPlace(place) || path.startsWith(`${pathOfPlace(place)}/`))
    .toSorted((one, other) => pathOfPlace(other).length - pathOfPlace(one).length)
  return place && inPlace(place, path.slice(pathOfPlace(place).length + 1))
}

/** Returns the destination for a page of a space, or the space itself without a path. */
export const inPlace = (place: PlaceOfSpaceFragment, path: string): SiteRedirectDestinationInput =>
  path === ''
    ? { kind: 'SITE_SPACE', siteSpaceId: place.id }
    : { kind: 'PATH', spaceId: place.spaceId, path: path.replace(/^\/+|\/+$/g, '') }

/** Returns the input that makes a destination again, after its redirect was deleted. */
export function inputOf({
  kind,
  url,
  pageId,
  siteSpaceId,
  siteSectionId,
}: Destination): SiteRedirectDestinationInput {
  if (kind === 'EXTERNAL') return { kind, url }
  if (kind === 'SITE_SECTION') return { kind, siteSectionId }
  return kind === 'SITE_PAGE' ? { kind, siteSpaceId, pageId } : { kind, siteSpaceId }
}
