import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import { type Elsewhere, type FoundPage, pageAtPath } from '../../sites/pages/page-at-path.ts'

const maximumRedirects = 5

/**
 * Finds the page of an address or a path of a site, as a visitor would who opens it, through redirects within the site. Returns
 * where it leads if that is elsewhere, and null if there is nothing.
 */
export async function pageOfAddress(visit: Visit, address: string): Promise<FoundPage | Elsewhere | null> {
  let segments = segmentsOf(visit, address)
  for (let hop = 0; segments !== null && hop <= maximumRedirects; hop++) {
    const found = await pageAtPath({ ...visit, segments, query: new URLSearchParams() })
    if (!found || !('location' in found)) return found
    segments = segmentsOf(visit, found.location)
    if (segments === null) return found
  }
  return null
}

/** Returns the path on the site that an address names; null for one of another site. A path begins at the root of the site. */
function segmentsOf({ base, address: root }: Visit, address: string): string[] | null {
  const [place = ''] = address.trim().split(/[?#]/)
  for (const start of [root, base])
    if (start !== '' && (place === start || place.startsWith(`${start}/`)))
      return decoded(place.slice(start.length))
  return /^[a-z][a-z0-9+.-]*:|^\/\//i.test(place) ? null : decoded(place)
}

function decoded(path: string): string[] | null {
  try {
    return path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent)
  } catch {
    return null
  }
}
