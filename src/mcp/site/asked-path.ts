import type { IncomingMessage } from 'node:http'

/** The last segment of the path of the metadata of a protected resource, below that of an MCP server. */
export const metadataSegment = 'oauth-protected-resource'

/** The beginning of the path of that metadata at the root of a host, for clients that look there (RFC 9728). */
const wellKnown = `/.well-known/${metadataSegment}/`

/** The paths that may be those of the MCP server of a site. */
export const pathOfSiteMcp = new RegExp(`/mcp(/${metadataSegment})?/?$`)

const forPrograms = new RegExp(
  `/~gitbook/mcp/?$|/mcp/${metadataSegment}$|^/\\.well-known/${metadataSegment}/`,
)

/** Returns a request for metadata at the root of a host as that for the same below its MCP server, and any other as it is. */
export function askedBelowServer(request: IncomingMessage): IncomingMessage {
  const [path = '', query] = (request.url ?? '').split('?')
  if (request.method !== 'GET' || !path.startsWith(wellKnown)) return request
  const below = `/${path.slice(wellKnown.length).replace(/\/$/, '')}/${metadataSegment}`
  const url = query === undefined ? below : `${below}?${query}`
  return Object.assign(Object.create(request) as IncomingMessage, { url })
}

/**
 * Returns whether a request may be for the MCP server of a site. A page of the site may have the path `/mcp`, which a reader gets
 * and a crawler; a client asks with POST, or for events.
 */
export const mayAskSiteMcp = ({ url = '', method = 'GET', headers }: IncomingMessage): boolean =>
  forPrograms.test(url.split('?')[0] ?? '') ||
  (method !== 'GET' && method !== 'HEAD') ||
  /\btext\/event-stream\b/.test(headers.accept ?? '')

/** Returns whether a request is a message of a client, and not that of a browser which shows a page. */
export const isOfClient = ({ method = 'GET', headers: { accept = '' } }: IncomingMessage): boolean =>
  (method !== 'GET' && method !== 'HEAD') || !/\btext\/html\b/.test(accept)
