import type { ServerResponse } from 'node:http'

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

export function sendRefusal(response: ServerResponse, { status, message }: SignInRefusal): void {
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  })
  response.end(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign-in failed</title></head>
<body><h1>You are not signed in</h1><p>${escaped(message)}</p></body>
</html>
`)
}
