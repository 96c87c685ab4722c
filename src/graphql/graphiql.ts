import { readFileSync } from 'node:fs'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'

/** The query GraphiQL opens with: the tree of everything the caller can reach. */
export const exampleQuery = readFileSync(new URL('./example.graphql', import.meta.url), 'utf8')

/**
 * Takes the token from the address's fragment, which browsers do not send, puts it into the header editor, and
 * removes it from the address so that it is not shared along with it.
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

let page: string | undefined

/** GraphiQL as one page with everything inside it: works with no internet. */
export function graphiqlPage(): string {
  page ??= render()
  return page
}

function render(): string {
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
    throw new Error('the GraphiQL page has another form than expected')
  const withToken = `Object.assign(${html.slice(options, end)}, lecternOptions())`
  return (html.slice(0, options) + withToken + html.slice(end)).replace(
    '</head>',
    () => `${tokenFromFragment}</head>`,
  )
}
