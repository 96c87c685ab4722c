import { readFileSync } from 'node:fs'
import { notFound } from '../base/errors.ts'
import { escapeHtml } from '../http/escape-html.ts'
import { type PageFiles, scriptType, storePageFiles, styleType } from '../http/page-files.ts'
import { StoredResponse } from '../http/stored-response.ts'
import type { Resource } from './resource.ts'
import type { Route } from './route.ts'

interface Asset {
  readonly type: string
  readonly file: URL
}

/** The package contains Scalar as a single script. The plugin around it is not used. */
const scalar = new URL('js/standalone.js', import.meta.resolve('@scalar/fastify-api-reference'))

const assets: Readonly<Record<string, Asset>> = {
  'contents.css': {
    type: styleType,
    file: new URL('reference-page/contents.css', import.meta.url),
  },
  'scalar.js': { type: scriptType, file: scalar },
  'initializer.js': { type: scriptType, file: new URL('reference-page/initializer.js', import.meta.url) },
}

/** The page of the reference and the files that it loads, by name. */
interface Docs extends PageFiles {
  readonly page: StoredResponse
}

/** Serves the REST reference without access to the internet. Its files of several megabytes are read on the first request. */
export function createDocs(baseUrl: string, routes: readonly Route[]): Resource[] {
  let docs: Docs | undefined
  const readOnce = () => {
    docs ??= readDocs(baseUrl, routes)
    return docs
  }
  return [
    { method: 'GET', path: '/docs', reply: () => readOnce().page },
    {
      method: 'GET',
      path: '/docs/:edition/:file',
      reply: ({ edition, file }) => {
        const { edition: current, files } = readOnce()
        const reply = edition === current ? files.get(file as string) : undefined
        if (!reply) throw notFound()
        return reply
      },
    },
  ]
}

function readDocs(baseUrl: string, routes: readonly Route[]): Docs {
  const headers = {
    'Content-Security-Policy': contentSecurityPolicy(baseUrl),
    'Referrer-Policy': 'no-referrer',
  }
  const contents = Object.entries(assets).map(([name, { type, file }]) => [
    name,
    { type, body: readFileSync(file) },
  ])
  const files = storePageFiles(Object.fromEntries(contents), headers)
  const page = new StoredResponse({
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache', ...headers },
    body: pageOf(new URL(`${baseUrl}/v1`).pathname, { edition: files.edition, routes }),
  })
  return { ...files, page }
}

/**
 * Allows resources of this server only, and requests to its public URL, which may have another origin. Scalar adds style
 * sheets to the page, not all of which it would give a nonce.
 */
const contentSecurityPolicy = (baseUrl: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Returns the page: a list of the operations, which is there at once, until Scalar has drawn the reference. */
const pageOf = (
  base: string,
  { edition, routes }: { readonly edition: string; readonly routes: readonly Route[] },
) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>REST API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/docs/${edition}/contents.css">
<link rel="preload" href="${base}/openapi.json" as="fetch" crossorigin="anonymous">
<script defer src="${base}/docs/${edition}/scalar.js"></script>
<script defer src="${base}/docs/${edition}/initializer.js"></script>
</head>
<body>
<div id="reference"></div>
<nav id="contents">
<h1>REST API reference</h1>
${[...Map.groupBy(routes, ({ tag }) => tag)].map(([tag, tagged]) => sectionOf(tag, tagged)).join('\n')}
</nav>
</body>
</html>
`

const sectionOf = (tag: string, routes: readonly Route[]) =>
  `<h2>${escapeHtml(tag)}</h2>
<ul>
${routes.map(rowOf).join('\n')}
</ul>`

const rowOf = ({ method, summary }: Route) =>
  `<li><code>${method}</code><span>${escapeHtml(summary)}</span></li>`
