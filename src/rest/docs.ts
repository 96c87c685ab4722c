import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { notFound } from '../errors.ts'
import { escapeHtml } from '../http/escape-html.ts'
import { StoredResponse } from '../http/stored-response.ts'
import type { CompiledRoute } from './compiled-route.ts'
import type { Resource } from './resource.ts'

export interface DocsOptions {
  readonly baseUrl: string
  readonly routes: readonly CompiledRoute[]
}

interface Asset {
  readonly type: string
  readonly file: URL
}

/** The package contains Scalar as a single script. The plugin around it is not used. */
const scalar = new URL('js/standalone.js', import.meta.resolve('@scalar/fastify-api-reference'))

const script = 'text/javascript; charset=utf-8'

const assets: Readonly<Record<string, Asset>> = {
  'contents.css': {
    type: 'text/css; charset=utf-8',
    file: new URL('reference-page/contents.css', import.meta.url),
  },
  'scalar.js': { type: script, file: scalar },
  'initializer.js': { type: script, file: new URL('reference-page/initializer.js', import.meta.url) },
}

/** Serves the REST reference without access to the internet. */
export function createDocs({ baseUrl, routes }: DocsOptions): Resource[] {
  const nonce = randomBytes(16).toString('base64url')
  const headers = {
    'Content-Security-Policy': contentSecurityPolicy(baseUrl, nonce),
    'Referrer-Policy': 'no-referrer',
  }
  const files = new Map(
    Object.entries(assets).map(([name, { type, file }]) => [name, { type, body: readFileSync(file) }]),
  )
  // The digest in the URL allows browsers to cache the files indefinitely.
  const digest = createHash('sha1')
  for (const { body } of files.values()) digest.update(body)
  const edition = digest.digest('hex').slice(0, 12)
  const page = new StoredResponse({
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache', ...headers },
    body: pageOf(`docs/${edition}`, nonce, routes),
  })
  const replies = new Map(
    [...files].map(([name, { type, body }]) => [
      name,
      new StoredResponse({
        status: 200,
        headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable', ...headers },
        body,
      }),
    ]),
  )
  return [
    { method: 'GET', path: '/docs', reply: () => page },
    {
      method: 'GET',
      path: `/docs/${edition}/:file`,
      reply: ({ file }) => {
        const reply = replies.get(file as string)
        if (!reply) throw notFound()
        return reply
      },
    },
  ]
}

/**
 * Allows resources of this server only, and requests to its public URL, which may have another origin. Scalar adds its
 * style sheet to the page in an element that has the nonce.
 */
const contentSecurityPolicy = (baseUrl: string, nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Returns the page: a list of the operations, which is there at once, until Scalar has drawn the reference. */
const pageOf = (folder: string, nonce: string, routes: readonly CompiledRoute[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta property="csp-nonce" content="${nonce}">
<title>REST API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${folder}/contents.css">
<link rel="preload" href="openapi.json" as="fetch" crossorigin="anonymous">
<script defer src="${folder}/scalar.js"></script>
<script defer src="${folder}/initializer.js"></script>
</head>
<body>
<div id="reference"></div>
<nav id="contents">
<h1>REST API reference</h1>
${[...Map.groupBy(routes, ({ route }) => route.tag)].map(([tag, tagged]) => sectionOf(tag, tagged)).join('\n')}
</nav>
</body>
</html>
`

const sectionOf = (tag: string, routes: readonly CompiledRoute[]) =>
  `<h2>${escapeHtml(tag)}</h2>
<ul>
${routes.map(rowOf).join('\n')}
</ul>`

const rowOf = ({ method, route }: CompiledRoute) =>
  `<li><code>${method}</code><span>${escapeHtml(route.summary)}</span></li>`
