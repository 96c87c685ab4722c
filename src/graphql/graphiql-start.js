/* Starts GraphiQL. `options` are its options, and `screens` the documented queries. */

function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name) || '{}') || {}
  } catch {
    return {}
  }
}

/** Removes tabs without a query and the headers of all, where a token may be. Returns the active tab. */
function openedTab() {
  localStorage.removeItem('graphiql:headers')
  const state = stored('graphiql:tabState')
  const tabs = Array.isArray(state.tabs) ? state.tabs : []
  const active = tabs[state.activeTabIndex]
  const kept = tabs.filter(({ query }) => query?.trim()).map((tab) => ({ ...tab, headers: null }))
  const activeTabIndex = Math.max(
    0,
    kept.findIndex(({ id }) => id === active?.id),
  )
  localStorage.setItem('graphiql:tabState', JSON.stringify({ ...state, tabs: kept, activeTabIndex }))
  return kept[activeTabIndex]
}

/** Offers the screens. The chosen one is opened in a tab of its own, with the token that the page was opened with. */
function offerScreens(token) {
  const choice = document.querySelector('#screens')
  for (const { title, query } of screens) choice.add(new Option(title, query))
  choice.addEventListener('change', () => {
    const fragment = token === null ? '' : `#token=${encodeURIComponent(token)}`
    location.assign(`${location.pathname}?query=${encodeURIComponent(choice.value)}${fragment}`)
  })
}

/**
 * GraphiQL finds a stored tab by its query. Without a query in the address it is given that of the active tab, or the example,
 * because it would open an empty tab otherwise.
 */
function queryToOpen() {
  const tab = openedTab()
  if (new URLSearchParams(location.search).has('query')) return {}
  return tab ? { query: tab.query, variables: tab.variables || '' } : { query: options.defaultQuery }
}

/** Takes the token out of the address, so that it is not shared with it. It is stored nowhere. */
function takeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token !== null) history.replaceState(null, '', location.pathname + location.search)
  return token
}

/** Tells as whom the session of the browser reads and writes, or what to do without one. A token is shown among the headers. */
async function showWhoAsks(token) {
  if (token !== null) return
  const answer = await fetch(options.endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ viewer { displayName } }' }),
  })
  const name = (await answer.json()).data?.viewer?.displayName
  document.querySelector('#session-hint a').textContent = name ?? ''
  document.querySelector(name === undefined ? '#token-hint' : '#session-hint').hidden = false
}

function headersWith(token) {
  const headers = JSON.stringify({ Authorization: `Bearer ${token}` }, null, 2)
  return token === null ? {} : { headers, defaultHeaders: headers }
}

/** Puts the cursor into the query once the editor is there, so that Ctrl-Enter runs it. */
function focusQuery(root) {
  const observer = new MutationObserver(() => {
    const editor = root.querySelector(
      '.graphiql-query-editor .native-edit-context, .graphiql-query-editor textarea',
    )
    if (!editor) return
    observer.disconnect()
    editor.focus()
  })
  observer.observe(root, { childList: true, subtree: true })
}

const root = document.querySelector('#root')
const token = takeToken()
offerScreens(token)
void showWhoAsks(token)
focusQuery(root)
YogaGraphiQL.renderYogaGraphiQL(root, { ...options, ...queryToOpen(), ...headersWith(token) })
