import type { IncomingMessage } from 'node:http'
import type { Route } from './route.ts'

const rendererPattern = /^GitBook-Open\//

/** Returns whether a request is one of the open renderer, which only the header `User-Agent` tells apart. */
export const isOfRenderer = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  rendererPattern.test(headers['user-agent'] ?? '')

const laterRows = new WeakMap<Route, Route>()

/** Returns the row in the form that a request gets. */
export const formFor = (request: Pick<IncomingMessage, 'headers'>, route: Route): Route =>
  isOfRenderer(request) ? laterForm(route) : route

/** Returns the row as the renderer sees it: the row itself, if its answer is the same. */
export function laterForm(route: Route): Route {
  if (!route.later) return route
  const known = laterRows.get(route)
  if (known) return known
  const { later, ...rest } = route
  const row = { ...rest, ...later }
  laterRows.set(route, row)
  return row
}
