import type { IncomingMessage, ServerResponse } from 'node:http'
import { htmlResponse, sendResponse } from '../../http/response.ts'

/** Why a sign-in stops here, in words for the person at the browser. */
export class SignInRefusal extends Error {
  readonly status: 400 | 403 | 404

  constructor(status: 400 | 403 | 404, message: string) {
    super(message)
    this.status = status
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

export function sendRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message }: SignInRefusal,
): void {
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign-in failed</title></head>
<body><h1>You are not signed in</h1><p>${escaped(message)}</p></body>
</html>
`
  sendResponse(
    request,
    response,
    htmlResponse(status, page, {
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    }),
  )
}
