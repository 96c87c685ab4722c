import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { notFound } from '../errors.ts'
import type { Resource } from './resource.ts'

const require = createRequire(import.meta.url)

const initializer = `SwaggerUIBundle({
  url: new URL('openapi.json', document.baseURI).href,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  validatorUrl: null,
})
`

const page = (assets: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>REST API reference</title>
<link rel="icon" type="image/png" href="${assets}/favicon-32x32.png">
<link rel="stylesheet" href="${assets}/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="${assets}/swagger-ui-bundle.js"></script>
<script src="${assets}/initializer.js"></script>
</body>
</html>
`

/** Allows resources of this server only, and requests to its public URL, which may have another origin. */
const contentSecurityPolicy = (baseUrl: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Serves the REST reference without access to the internet: scripts and styles come from the npm package. */
export function createDocs(baseUrl: string): Resource[] {
  const manifest = require.resolve('swagger-ui-dist/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  // The version in the URL allows browsers to cache the files indefinitely.
  const edition = `${version}-${createHash('sha1').update(initializer).digest('hex').slice(0, 8)}`
  const assets = readAssets(dirname(manifest))
  const headers = {
    'Content-Security-Policy': contentSecurityPolicy(baseUrl),
    'Referrer-Policy': 'no-referrer',
  }
  return [
    {
      method: 'GET',
      path: '/docs',
      reply: () => ({
        status: 200,
        headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache', ...headers },
        body: page(`docs/${edition}`),
      }),
    },
    {
      method: 'GET',
      path: `/docs/${edition}/:file`,
      reply: ({ file }) => {
        const asset = assets.get(file as string)
        if (!asset) throw notFound()
        const cache = { 'Cache-Control': 'public, max-age=31536000, immutable' }
        return {
          status: 200,
          headers: { 'Content-Type': asset.type, ...cache, ...headers },
          body: asset.body,
        }
      },
    },
  ]
}

interface Asset {
  readonly type: string
  readonly body: Buffer
}

function readAssets(folder: string): Map<string, Asset> {
  const types = {
    'swagger-ui.css': 'text/css; charset=utf-8',
    'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
    'favicon-32x32.png': 'image/png',
  }
  const assets = new Map<string, Asset>(
    Object.entries(types).map(([file, type]) => [file, { type, body: readFileSync(join(folder, file)) }]),
  )
  return assets.set('initializer.js', {
    type: 'text/javascript; charset=utf-8',
    body: Buffer.from(initializer),
  })
}
