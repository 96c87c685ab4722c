/** A request of a published client with the answer to it, as they went over the wire. */
export interface Exchange {
  readonly method: string
  /** Below /v1. */
  readonly path: string
  readonly query: URLSearchParams
  /** The body that was sent, or undefined for none. */
  readonly sent: unknown
  readonly status: number
  readonly headers: Headers
  /** The text of the answer. */
  readonly answer: string
}

/** Fetches for a published client, and keeps what is said. */
export const recordingFetch =
  (exchanges: Exchange[]): typeof fetch =>
  async (address, request) => {
    const response = await fetch(address, request)
    const { pathname, searchParams: query } = new URL(String(address))
    exchanges.push({
      method: request?.method ?? 'GET',
      path: pathname.replace(/^\/v1/, ''),
      query,
      sent: typeof request?.body === 'string' ? JSON.parse(request.body) : undefined,
      status: response.status,
      headers: response.headers,
      answer: await response.clone().text(),
    })
    return response
  }
