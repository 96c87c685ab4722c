import { createHash } from 'node:crypto'
import { escapeHtml } from './escape-html.ts'
import { type HttpResponse, htmlResponse } from './response.ts'

/** The look of pages that belong to no site: a column of text, light or dark as the system is, and no script. */
const styles = `:root{color-scheme:light dark;--soft:light-dark(#57606a,#9aa4af);--line:light-dark(#d8dee4,#3a4149);--link:light-dark(#1f5fbf,#84b6ff)}
body{margin:0;background:light-dark(#fff,#15181c);color:light-dark(#1c2127,#e8ebee);font:1rem/1.6 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:clamp(2rem,8vh,6rem) 1.25rem;box-sizing:border-box;overflow-wrap:anywhere}
h1{font-size:clamp(1.5rem,5vw,2rem);line-height:1.25;margin:0 0 .5rem}
h2{font-size:1.125rem;margin:2rem 0 .5rem}
p{margin:.5rem 0}
a{color:var(--link);text-underline-offset:.2em}
a:focus-visible{outline:2px solid currentColor;outline-offset:3px;border-radius:2px}
.kind{color:var(--soft);margin:0 0 1rem}
ul{padding:0;margin:.5rem 0;list-style:none}
li{padding:.625rem 0;border-top:1px solid var(--line)}
li small{display:block;color:var(--soft);font-size:.875rem}
code{font:0.875em ui-monospace,monospace}`

const contentSecurityPolicy = [
  "default-src 'none'",
  'img-src data:',
  `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Returns a page that belongs to no site. `main` is HTML. It is kept by nobody, because it depends on who asks. */
export const plainPage = (status: number, title: string, main: string): HttpResponse =>
  htmlResponse(
    status,
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${styles}</style>
</head>
<body><main>
${main}
</main></body>
</html>
`,
    {
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  )

/** Returns the HTML of a link in a list, with a line that says what it leads to. */
export const listedLink = (address: string, text: string, explanation: string): string =>
  `<li><a href="${escapeHtml(address)}">${escapeHtml(text)}</a><small>${escapeHtml(explanation)}</small></li>`
