// The frame in which the workspace shows a text as sites do. It takes texts from the page around it, and from nobody else.

const root = document.documentElement
const main = document.querySelector('main')
const surroundings = window.parent
const send = (message) => surroundings.postMessage(message, location.origin)

let replacement = new AbortController()

/** Shows a text. What the reader has opened or closed stays so, if the text has as many parts that can be. */
function show(html) {
  replacement.abort()
  replacement = new AbortController()
  const article = document.createElement('article')
  article.dir = 'auto'
  article.innerHTML = html
  const before = [...main.querySelectorAll('details')]
  const parts = [...article.querySelectorAll('details')]
  if (parts.length === before.length)
    for (const [index, part] of parts.entries()) part.open = before[index].open
  main.replaceChildren(article)
  showBlocks(replacement.signal)
}

function setTheme(theme) {
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  else delete root.dataset.theme
}

/** Shows the element with an id, as a link to it does, without a step in the history of the page around. */
function reveal(id) {
  history.replaceState(null, '', location.pathname + location.search)
  location.replace(`#${encodeURIComponent(id)}`)
}

/** Scrolls to a block by its number, and marks it for a moment. */
function revealBlock(number) {
  const block = main.querySelector('article')?.children[number]
  if (!block) return
  block.scrollIntoView({ block: 'center' })
  block.animate?.([{ backgroundColor: 'rgb(255 200 60 / 45%)' }, { backgroundColor: 'transparent' }], 2000)
}

/** Scrolls to a part of the whole way, from 0 to 1. */
function scrollAlong(share) {
  root.scrollTop = share * (root.scrollHeight - root.clientHeight)
}

const takes = {
  show({ html, theme }) {
    if (theme !== undefined) setTheme(theme)
    show(String(html))
  },
  theme: ({ theme }) => setTheme(theme),
  scroll: ({ share }) => scrollAlong(Number(share)),
  reveal: ({ id, block }) => (block === undefined ? reveal(String(id)) : revealBlock(Number(block))),
}

addEventListener('message', ({ data, origin, source }) => {
  if (origin !== location.origin || source !== surroundings || surroundings === window) return
  if (Object.hasOwn(takes, data?.type)) takes[data.type](data)
})

/** Returns the place of an element in the text: the number and the text of its block, and the id of the heading above. */
function placeOf(element) {
  const blocks = [...(main.querySelector('article')?.children ?? [])]
  const block = blocks.findIndex((each) => each.contains(element))
  if (block < 0) return undefined
  const headings = blocks
    .slice(0, block + 1)
    .flatMap((each) =>
      each.matches('h1, h2, h3, h4, h5, h6')
        ? [each]
        : [...each.querySelectorAll(':is(h2, h3, h4, h5, h6)[id]')],
    )
    .filter(
      (heading) =>
        heading === element ||
        heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING ||
        heading.contains(element),
    )
  const text = blocks[block].textContent.replace(/\s+/g, ' ').trim().slice(0, 200)
  return { block, heading: headings.at(-1)?.id || null, text }
}

/** Follows a link: in the text itself, or by the page around, which knows what to show then. */
function follow(link, event) {
  event.preventDefault()
  const written = link.getAttribute('href')
  if (written.startsWith('#')) {
    const id = decodeURIComponent(written.slice(1))
    reveal(id)
    return send({ type: 'anchor', id })
  }
  const newTab = event.ctrlKey || event.metaKey || event.shiftKey || event.button === 1
  send({ type: 'link', href: link.href, newTab })
}

function onClick(event) {
  if (event.defaultPrevented) return
  const link = event.target.closest('a[href]')
  if (link) return follow(link, event)
  if (event.button !== 0 || event.target.closest('button, summary, input, video, audio')) return
  const place = placeOf(event.target)
  if (place) send({ type: 'select', ...place })
}

addEventListener('click', onClick)
addEventListener('auxclick', (event) => event.button === 1 && onClick(event))
addEventListener('submit', (event) => event.preventDefault())

addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  const isShortcut = ctrlKey || metaKey || (key === 'Escape' && !event.defaultPrevented)
  if (isShortcut) send({ type: 'key', key, ctrlKey, metaKey, altKey, shiftKey })
})

const sizes = new ResizeObserver(() =>
  send({ type: 'height', height: Math.ceil(main.getBoundingClientRect().height) }),
)
sizes.observe(main)

send({ type: 'ready' })
