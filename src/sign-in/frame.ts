import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Html, type HtmlPart, html } from '../http/html.ts'
import { type HttpResponse, htmlResponse } from '../http/response.ts'
import type { Language, Texts } from '../languages/catalogue.ts'

const styles = readFileSync(new URL('./styles.css', import.meta.url), 'utf8')

/** No scripts, nothing from elsewhere, and forms to this server only, or by it to one other address. */
const contentSecurityPolicy = (formLeadsTo: string | undefined) =>
  [
    "default-src 'none'",
    'img-src data:',
    `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
    `form-action 'self'${formLeadsTo === undefined ? '' : ` ${sourceOf(formLeadsTo)}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Returns an address as a source of a policy: its origin, or its scheme if it is one of a program. */
function sourceOf(address: string): string {
  const { protocol, origin } = new URL(address)
  return /^https?:$/.test(protocol) ? origin : protocol
}

const headers = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  Vary: 'Accept-Language, Cookie',
}

const mark = new Html(
  '<svg viewBox="0 0 28 28" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true"><path d="M14 9.5 4 5v13l10 4.5L24 18V5z"/><path d="M14 9.5v13" stroke-linecap="round"/></svg>',
)

/** How a page is shown. */
export interface Frame {
  readonly language: Language
  readonly texts: Texts
  readonly title: string
  readonly main: HtmlPart
  /** `narrow` for a single question, `wide` for lists. */
  readonly width?: 'narrow' | 'wide'
  /** The address of a program to which this server leads the browser after a form of the page. */
  readonly formLeadsTo?: string
  /** Whether the page is shown to somebody who is signed in, who can sign out on it. */
  readonly isSignedIn?: boolean
}

/** Returns a page that a person meets. It is kept by nobody, because it depends on who asks. */
export const pageResponse = (status: number, frame: Frame): HttpResponse =>
  htmlResponse(status, pageText(frame), {
    'Content-Security-Policy': contentSecurityPolicy(frame.formLeadsTo),
    ...headers,
  })

function pageText({ language, title, main, width = 'narrow', ...frame }: Frame): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Lectern</title>
<link rel="icon" href="data:,">
<style>${new Html(styles)}</style>
</head>
<body>
<header><a class="brand" href="/">${mark}Lectern</a>${frame.isSignedIn && navigation(frame)}</header>
<main class="${width}">
${main}
</main>
</body>
</html>
`.text
}

const navigation = ({ texts }: Pick<Frame, 'texts'>): Html =>
  html`<nav class="top" aria-label="Lectern"><a href="/account">${texts.account.title}</a>
<form method="post" action="/sign-out"><button class="plain">${texts.signIn.signOut}</button></form></nav>`
