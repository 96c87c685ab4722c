import type { IncomingMessage } from 'node:http'
import type { Route } from './route.ts'

/** The first version of the published client whose contract has the later forms. */
const firstVersion = { major: 0, minor: 167 }

const clientPattern = /^@gitbook\/api\/(\d{1,9})\.(\d{1,9})\./
const rendererPattern = /^GitBook-Open\//

/**
 * Returns whether a request is one of a client of a later contract than that of the specification. The contracts have
 * the same paths and parameters, and only the header `User-Agent` of the client tells them apart.
 */
export function speaksLaterContract({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const agent = headers['user-agent'] ?? ''
  if (rendererPattern.test(agent)) return true
  const [, major, minor] = clientPattern.exec(agent) ?? []
  if (major === undefined) return false
  return Number(major) > firstVersion.major || Number(minor) >= firstVersion.minor
}

const laterRows = new WeakMap<Route, Route>()

/** Returns the row in the form that a request gets. */
export const formFor = (request: Pick<IncomingMessage, 'headers'>, route: Route): Route =>
  speaksLaterContract(request) ? laterForm(route) : route

/** Returns the row as clients of a later contract see it: the row itself, if its answer is the same. */
export function laterForm(route: Route): Route {
  if (!route.later) return route
  const known = laterRows.get(route)
  if (known) return known
  const { later, ...rest } = route
  const row = { ...rest, ...later }
  laterRows.set(route, row)
  return row
}
