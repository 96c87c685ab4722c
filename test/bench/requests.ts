import { token } from './seed-ids.ts'

/** A request to one of the contenders. */
export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export const get = (path: string, headers?: Readonly<Record<string, string>>): Request => ({
  method: 'GET',
  path,
  ...(headers ? { headers } : {}),
})

export const post = (path: string, body: unknown): Request => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export const graphql = (query: string, variables: Readonly<Record<string, unknown>>): Request =>
  post('/graphql', { query, variables })

/** The headers of every request. */
const usualHeaders = { accept: 'application/json', authorization: `Bearer ${token}` }

export const headersOf = ({ headers }: Request): Record<string, string> => ({ ...usualHeaders, ...headers })

/** Returns the text of a request, as it is sent. */
export function requestText(request: Request, port: number): string {
  const { method, path, body = '' } = request
  const headers = { host: `127.0.0.1:${port}`, ...headersOf(request) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (method === 'POST') lines.push(`content-length: ${Buffer.byteLength(body)}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
