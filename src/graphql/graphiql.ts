import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basePathOf } from '../base/app-addresses.ts'
import type { Config } from '../base/config.ts'
import { notFound } from '../base/errors.ts'
import { getOrCreate } from '../base/get-or-create.ts'
import { type PageFiles, scriptType, storePageFiles, styleType } from '../http/page-files.ts'
import { sendResponse } from '../http/response.ts'
import { StoredResponse } from '../http/stored-response.ts'
import { assertMethod } from '../http/transport-error.ts'
import { documentedScreens } from './screens.ts'

/** The query that GraphiQL opens with. */
const exampleQuery = readFileSync(new URL('./example.graphql', import.meta.url), 'utf8')

const title = 'Lectern GraphiQL'

/** Allows files of and requests to this server only. The editor runs workers from blobs, and adds style sheets to the page. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  'worker-src blob:',
  "style-src 'self' 'unsafe-inline'",
  'font-src data:',
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

/** Prepares GraphiQL in the browser. It is served as it is, behind the screens that it offers. */
const startScript = readFileSync(new URL('./graphiql-start.js', import.meta.url), 'utf8')

/** The bar above GraphiQL, in its light and its dark theme. */
const barStyle = `
body{color-scheme:light dark;display:flex;flex-direction:column;height:100dvh;margin:0}
body.graphiql-light{color-scheme:light}
body.graphiql-dark{color-scheme:dark}
#root{flex:1}
#root,#root>*,#root .graphiql-container{height:100%;min-height:0}
#bar{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1rem;padding:.5rem 1rem;font:.875rem/1.4 system-ui,sans-serif;background:light-dark(#fff,#212a3b);color:light-dark(#3b4b68,#b7c2d7)}
#bar a{color:inherit;font-weight:600}
#bar p{margin:0}
#bar select{font:inherit;color:inherit;background:transparent;border:1px solid light-dark(#b7c2d7,#4a5a78);border-radius:.25rem;padding:.125rem .25rem}
#bar option{color:CanvasText;background:Canvas}
`

let graphiql: Promise<PageFiles> | undefined

/** Returns the files of GraphiQL, which work without access to the internet. */
function loadGraphiQL(): Promise<PageFiles> {
  graphiql ??= render()
  return graphiql
}

const pages = new Map<string, Promise<StoredResponse>>()

/** Returns the page of GraphiQL, whose addresses begin with the path of the public address. */
export const graphiqlPage = (config: Pick<Config, 'baseUrl'>): Promise<StoredResponse> =>
  getOrCreate(pages, basePathOf(config), () => renderPage(basePathOf(config)))

async function renderPage(basePath: string): Promise<StoredResponse> {
  const { edition } = await loadGraphiQL()
  return new StoredResponse({
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache', ...headers },
    body: pageOf(basePath, edition),
  })
}

/** Serves `GET /graphql/<edition>/<file>`: the files of GraphiQL. */
export async function sendGraphiQLFile(request: IncomingMessage, response: ServerResponse): Promise<void> {
  assertMethod(request, 'GET', 'HEAD')
  const [, wanted, name = ''] = /^\/graphql\/([^/?]+)\/([^/?]+)/.exec(request.url ?? '') ?? []
  const { edition, files } = await loadGraphiQL()
  const file = wanted === edition ? files.get(name) : undefined
  if (!file) throw notFound()
  sendResponse(request, response, file.for(request))
}

async function render(): Promise<PageFiles> {
  // The package contains the page as a text of 9 MB, which a start does not need.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const html = renderGraphiQL({
    title,
    endpoint: '/graphql',
    defaultQuery: exampleQuery,
    shouldPersistHeaders: false,
  } as Parameters<typeof renderGraphiQL>[0])
  const style = between(html, '<style>', '</style>')
  // Texts in the script contain the same tags.
  const script = html.slice(html.indexOf('<script>') + '<script>'.length, html.lastIndexOf('</script>'))
  const call = script.lastIndexOf('YogaGraphiQL.renderYogaGraphiQL(')
  const options = between(script.slice(call), "('#root'),", '},')
  if (!html.includes('<div id="root"></div>') || call < 0)
    throw new Error('the GraphiQL page does not have the expected structure')
  const start = `const screens = ${JSON.stringify(documentedScreens())};
const options = { ...${options}}, endpoint: location.pathname };
${startScript}`
  return storePageFiles(
    {
      'graphiql.css': { type: styleType, body: style + barStyle },
      'graphiql.js': { type: scriptType, body: script.slice(0, call) },
      'start.js': { type: scriptType, body: start },
    },
    headers,
  )
}

function between(text: string, begin: string, end: string): string {
  const start = text.indexOf(begin)
  const stop = text.indexOf(end, start)
  if (start < 0 || stop < 0) throw new Error('the GraphiQL page does not have the expected structure')
  return text.slice(start + begin.length, stop)
}

const pageOf = (basePath: string, edition: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${basePath}/graphql/${edition}/graphiql.css">
</head>
<body id="body" class="no-focus-outline">
<noscript>You need to enable JavaScript to run this app.</noscript>
<header id="bar">
<a href="${basePath}/">Where to begin</a>
<label>Queries of screens <select id="screens"><option value="">Choose…</option></select></label>
<p id="session-hint" hidden>Signed in as <a href="${basePath}/account"></a></p>
<p id="token-hint" hidden><a href="${basePath}/sign-in?returnTo=/graphql">Sign in</a>, or enter <code>{"Authorization": "Bearer lectern_…"}</code> in the tab Headers. Reloading the page forgets it.</p>
</header>
<div id="root"></div>
<script src="${basePath}/graphql/${edition}/graphiql.js"></script>
<script src="${basePath}/graphql/${edition}/start.js"></script>
</body>
</html>
`
