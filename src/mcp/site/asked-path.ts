import type { IncomingMessage } from 'node:http'

/** The last segment of the path of the metadata of a protected resource, below that of an MCP server. */
export const metadataSegment = 'oauth-protected-resource'

/** The paths that may be those of the MCP server of a site. */
export const pathOfSiteMcp = new RegExp(`/mcp(/${metadataSegment})?/?$`)

const forPrograms = new RegExp(`/~gitbook/mcp/?$|/mcp/${metadataSegment}$`)

/**
 * Returns whether a request may be for the MCP server of a site. A page of the site may have the path `/mcp`, which a reader gets
 * and a crawler; a client asks with POST, or for events.
 */
export const mayAskSiteMcp = ({ url = '', method = 'GET', headers }: IncomingMessage): boolean =>
  forPrograms.test(url.split('?')[0] ?? '') ||
  (method !== 'GET' && method !== 'HEAD') ||
  /\btext\/event-stream\b/.test(headers.accept ?? '')
