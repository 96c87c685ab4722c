import { readFileSync } from 'node:fs'

/** The query that GraphiQL opens with. */
export const exampleQuery = readFileSync(new URL('./example.graphql', import.meta.url), 'utf8')

/**
 * Moves the token from the fragment of the URL to the headers editor. Browsers do not send fragments to the server, and
 * the token is removed from the URL so that it is not shared with it.
 */
const tokenFromFragment = `<script>
  function lecternOptions() {
    const token = new URLSearchParams(location.hash.slice(1)).get('token');
    if (!token) return {};
    history.replaceState(null, '', location.pathname + location.search);
    const headers = JSON.stringify({ Authorization: 'Bearer ' + token }, null, 2);
    return { headers, defaultHeaders: headers };
  }
</script>`

let page: Promise<string> | undefined

/** Returns GraphiQL as a single HTML page that works without access to the internet. */
export function graphiqlPage(): Promise<string> {
  page ??= render()
  return page
}

async function render(): Promise<string> {
  // The package contains the page as a text of 9 MB, which a start does not need.
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql')
  const html = renderGraphiQL({
    title: 'Lectern GraphiQL',
    endpoint: '/graphql',
    defaultQuery: exampleQuery,
    shouldPersistHeaders: true,
  } as Parameters<typeof renderGraphiQL>[0])
  const call = html.lastIndexOf('YogaGraphiQL.renderYogaGraphiQL(')
  const options = html.indexOf('{', call)
  const end = html.indexOf('},', options) + 1
  if (call < 0 || options < 0 || end === 0)
    throw new Error('the GraphiQL page does not have the expected structure')
  const withToken = `Object.assign(${html.slice(options, end)}, lecternOptions())`
  return (html.slice(0, options) + withToken + html.slice(end)).replace(
    '</head>',
    () => `${tokenFromFragment}</head>`,
  )
}
