import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { notFound } from '../errors.ts'
import { type PageFiles, scriptType, storePageFiles, styleType } from '../http/page-files.ts'
import { sendResponse } from '../http/response.ts'
import { StoredResponse } from '../http/stored-response.ts'
import { assertMethod } from '../http/transport-error.ts'

/** The query that GraphiQL opens with. */
export const exampleQuery = readFileSync(new URL('./example.graphql', import.meta.url), 'utf8')

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

/**
 * Moves the token from the fragment of the URL to the headers editor. Browsers do not send fragments to the server, and
 * the token is removed from the URL so that it is not shared with it. No token is kept in the browser either, where
 * earlier versions of the page kept it.
 */
const tokenFromFragment = `function forgetHeaders() {
  localStorage.removeItem('graphiql:headers');
  const state = JSON.parse(localStorage.getItem('graphiql:tabState') || '{}');
  if (!Array.isArray(state.tabs)) return;
  for (const tab of state.tabs) tab.headers = null;
  localStorage.setItem('graphiql:tabState', JSON.stringify(state));
}
function lecternOptions() {
  forgetHeaders();
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (!token) return {};
  history.replaceState(null, '', location.pathname + location.search);
  const headers = JSON.stringify({ Authorization: 'Bearer ' + token }, null, 2);
  return { headers, defaultHeaders: headers };
}`

/** GraphiQL as a page and the files that it loads, which work without access to the internet. */
interface GraphiQL extends PageFiles {
  readonly page: StoredResponse
}

let graphiql: Promise<GraphiQL> | undefined

function loadGraphiQL(): Promise<GraphiQL> {
  graphiql ??= render()
  return graphiql
}

export const graphiqlPage = async (): Promise<StoredResponse> => (await loadGraphiQL()).page

/** Serves `GET /graphql/<edition>/<file>`: the files of GraphiQL. */
export async function sendGraphiQLFile(request: IncomingMessage, response: ServerResponse): Promise<void> {
  assertMethod(request, 'GET', 'HEAD')
  const [, wanted, name = ''] = /^\/graphql\/([^/?]+)\/([^/?]+)/.exec(request.url ?? '') ?? []
  const { edition, files } = await loadGraphiQL()
  const file = wanted === edition ? files.get(name) : undefined
  if (!file) throw notFound()
  sendResponse(request, response, file.for(request))
}

async function render(): Promise<GraphiQL> {
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
  const start = `${tokenFromFragment}
YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), Object.assign(${options}}, lecternOptions()));`
  const files = storePageFiles(
    {
      'graphiql.css': { type: styleType, body: style },
      'graphiql.js': { type: scriptType, body: script.slice(0, call) },
      'start.js': { type: scriptType, body: start },
    },
    headers,
  )
  const page = new StoredResponse({
    status: 200,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache', ...headers },
    body: pageOf(`/graphql/${files.edition}`),
  })
  return { ...files, page }
}

function between(text: string, begin: string, end: string): string {
  const start = text.indexOf(begin)
  const stop = text.indexOf(end, start)
  if (start < 0 || stop < 0) throw new Error('the GraphiQL page does not have the expected structure')
  return text.slice(start + begin.length, stop)
}

const pageOf = (folder: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${folder}/graphiql.css">
</head>
<body id="body" class="no-focus-outline">
<noscript>You need to enable JavaScript to run this app.</noscript>
<div id="root"></div>
<script src="${folder}/graphiql.js"></script>
<script src="${folder}/start.js"></script>
</body>
</html>
`
