import { request } from 'undici'
import type { RestAnswer, TestApp, TestClient } from './app.ts'

interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Sends a request with headers of its own. `address` is below the address of the app, such as `/v1/user`. */
export async function sendWith(
  { url }: Pick<TestApp, 'url'>,
  { token }: Pick<TestClient, 'token'>,
  method: string,
  address: string,
  { headers, body }: Sent,
): Promise<RestAnswer> {
  const answer = await request(`${url}${address}`, {
    method: method as 'POST',
    headers: {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.body.text()
  const read = Object.entries(answer.headers).flatMap(([name, values = []]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  )
  return {
    status: answer.statusCode,
    headers: new Headers(read),
    body: text === '' ? null : JSON.parse(text),
  }
}
