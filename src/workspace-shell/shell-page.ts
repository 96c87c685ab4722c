import { randomBytes } from 'node:crypto'
import { basePathOf } from '../base/app-addresses.ts'
import { type Html, html } from '../http/html.ts'
import { type HttpResponse, htmlResponse } from '../http/response.ts'
import type { Language } from '../languages/catalogue.ts'
import type { StartFiles } from './built-files.ts'

/**
 * Scripts and styles of this server alone, and no address outside of it but pictures, which pages embed from anywhere. The
 * preview of a page is a frame of this server; players of videos are blocked in it. The libraries add two stylesheets by script,
 * which have the nonce.
 */
const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: data: blob:",
    "media-src 'self' https: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

interface Shell {
  readonly baseUrl: string
  readonly language: Language
  readonly files: StartFiles
}

/** Returns the page that all addresses of the workspace have: it loads the application, which reads the address. */
export function shellPage(shell: Shell): HttpResponse {
  const nonce = randomBytes(16).toString('base64')
  return htmlResponse(200, pageText(shell, nonce).text, {
    'Content-Security-Policy': contentSecurityPolicy(nonce),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
    Vary: 'Accept-Language, Cookie',
  })
}

function pageText({ baseUrl, language, files }: Shell, nonce: string): Html {
  const base = basePathOf({ baseUrl })
  const address = (file: string) => `${base}/workspace/${file}`
  return html`<!doctype html>
<html lang="${language}" data-base="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta property="csp-nonce" nonce="${nonce}">
<title>Lectern</title>
<link rel="icon" href="data:,">
${files.styles.map((file) => html`<link rel="stylesheet" href="${address(file)}">\n`)}${files.imports.map(
  (file) => html`<link rel="modulepreload" href="${address(file)}">\n`,
)}<script type="module" src="${address(files.script)}"></script>
</head>
<body>
<div id="workspace"></div>
<noscript>The workspace needs JavaScript. Both APIs do without: <a href="${base}/v1/docs">REST reference</a>.</noscript>
</body>
</html>
`
}
