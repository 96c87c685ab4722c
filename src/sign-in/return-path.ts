import { PageError } from '../access/page-error.ts'
import { basePathOf, publicPath } from '../base/app-addresses.ts'
import type { Config } from '../base/config.ts'
import { type HttpResponse, redirectResponse } from '../http/response.ts'
import { sameServerPath } from '../modules/identity-providers/addresses.ts'
import type { Visit } from './visit.ts'

/** Reads the path to open after a sign-in. Throws for an address that is not on this server. */
export function readReturnPath({ config }: Visit, given: string | null): string {
  const path = sameServerPath(config, given || '/')
  if (path === null) throw new PageError(400, 'returnTo')
  return path
}

/** Returns the address of the sign-in page that leads back to a path. */
export const signInAddress = (returnTo: string, more: Readonly<Record<string, string>> = {}): string =>
  `/sign-in?${new URLSearchParams({ returnTo, ...more })}`

/** Returns a page, or a redirect, whose paths of this server are those that browsers know. */
export function withPublicPaths(config: Pick<Config, 'baseUrl'>, response: HttpResponse): HttpResponse {
  const { headers, body } = response
  if (basePathOf(config) === '') return response
  const location = headers.Location
  return {
    ...response,
    headers: {
      ...headers,
      ...(typeof location === 'string' &&
        location.startsWith('/') && { Location: publicPath(config, location) }),
    },
    // Names and texts that people wrote have no quotation marks here: they are escaped.
    body:
      typeof body === 'string'
        ? body.replaceAll(/\b(href|action)="(?=\/)/g, `$1="${basePathOf(config)}`)
        : body,
  }
}

/** Leads a browser on after what it sent, or to where it has to go first. Nobody keeps that. */
export const leadTo = (location: string): HttpResponse =>
  redirectResponse(303, location, { 'Cache-Control': 'no-store' })
