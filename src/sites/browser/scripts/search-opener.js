// Opens the dialog that searches the site, which is loaded when a reader is about to.

const opener = document.querySelector('a.search')

if (opener) {
  let loading
  const load = () => {
    loading ??= Promise.all([
      import(searchScript),
      new Promise((resolve, reject) => {
        const link = document.createElement('link')
        document.head.append(
          Object.assign(link, { rel: 'stylesheet', href: searchStyles, onload: resolve, onerror: reject }),
        )
      }),
    ]).then(([{ createDialog }]) => createDialog(opener))
    return loading
  }

  // What is typed before the dialog is there is part of the query.
  let typed
  const open = async (event, link) => {
    event.preventDefault()
    if (typed !== undefined || document.querySelector('dialog[open]')) return
    typed = ''
    try {
      const dialog = await load()
      dialog.open(new URLSearchParams(link.search).get('query'), typed)
    } catch {
      location.href = link.href
    }
    typed = undefined
  }
  for (const link of [opener, ...document.querySelectorAll('a.opens-search')]) {
    for (const sign of ['pointerenter', 'focus']) link.addEventListener(sign, () => load().catch(() => {}))
    link.addEventListener('click', (event) => {
      if (!event.metaKey && !event.ctrlKey && !event.shiftKey) open(event, link)
    })
  }
  // The keys are shown where they do something.
  const keys = opener.querySelector('kbd')
  if (keys) {
    if (/Mac|iPhone|iPad/.test(navigator.platform)) keys.textContent = '⌘K'
    keys.hidden = false
  }
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event
    const isCommand = ctrlKey || metaKey
    const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]')
    if (typed !== undefined && key.length === 1 && !isCommand && !isTyping) {
      event.preventDefault()
      typed += key
    } else if (
      (isCommand && key.toLowerCase() === 'k') ||
      (key === '/' && !isCommand && !altKey && !isTyping)
    )
      open(event, opener)
  })
}
