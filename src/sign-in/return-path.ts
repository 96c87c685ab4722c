import { PageError } from '../access/page-error.ts'
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

/** Leads a browser on after what it sent, or to where it has to go first. Nobody keeps that. */
export const leadTo = (location: string): HttpResponse =>
  redirectResponse(303, location, { 'Cache-Control': 'no-store' })
