import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml } from '../../http/escape-html.ts'
import { htmlResponse, sendResponse } from '../../http/response.ts'

/** An error of a sign-in, with a message for the user. It is shown as a page. */
export class SignInError extends Error {
  readonly status: 400 | 403 | 404

  constructor(status: 400 | 403 | 404, message: string) {
    super(message)
    this.status = status
  }
}

export function sendErrorPage(
  request: IncomingMessage,
  response: ServerResponse,
  { status, message }: SignInError,
): void {
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign-in failed</title></head>
<body><h1>You are not signed in</h1><p>${escapeHtml(message)}</p></body>
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
