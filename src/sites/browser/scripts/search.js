// A dialog that searches the site while the reader types.

const maximumResults = 20
const delay = 120

const create = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

/** Creates the dialog of the link to the search, which has its texts. */
export function createDialog(opener) {
  const { placeholder, nothingFound, tooMany, results, close } = opener.dataset
  const input = create('input', {
    type: 'text',
    enterKeyHint: 'search',
    name: 'query',
    placeholder,
    maxLength: 512,
    autocomplete: 'off',
  })
  const list = create('div', { id: 'search-results', role: 'listbox', ariaLabel: placeholder })
  const status = create('p', { role: 'status' })
  const form = create(
    'form',
    { id: 'search-form', action: opener.href },
    input,
    create('button', { type: 'button', ariaLabel: close }),
  )
  const scopes = createScopes(opener.dataset)
  // A form that is submitted replaces the query of its address.
  for (const [name, value] of new URL(opener.href).searchParams)
    form.append(create('input', { type: 'hidden', name, value }))
  const parts = [form, ...(scopes ? [scopes] : []), list, status]
  const dialog = create('dialog', { className: 'search-dialog', ariaLabel: placeholder }, ...parts)
  input.ariaLabel = placeholder
  input.role = 'combobox'
  input.ariaAutoComplete = 'list'
  input.ariaExpanded = 'false'
  input.setAttribute('aria-controls', list.id)
  document.body.append(dialog)

  let asked = 0
  let timer
  let request

  const options = () => [...list.children]
  const select = (option) => {
    for (const one of options()) one.ariaSelected = String(one === option)
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
    option?.scrollIntoView({ block: 'nearest' })
  }
  const selected = () => options().find((option) => option.ariaSelected === 'true')

  const show = (found, words) => {
    const entries = found
      .slice(0, maximumResults)
      .map(({ title, url, space, sections: [section] }, index) => {
        const place = section && section.title !== title ? `${space} › ${section.title}` : space
        const parts = [create('strong', {}, ...marked(title, words)), create('small', { textContent: place })]
        if (section?.body) parts.push(create('span', {}, ...marked(section.body, words)))
        return create(
          'a',
          {
            id: `search-result-${index}`,
            role: 'option',
            dir: 'auto',
            tabIndex: -1,
            href: section?.url ?? url,
          },
          ...parts,
        )
      })
    list.replaceChildren(...entries)
    input.ariaExpanded = String(entries.length > 0)
    select(entries[0])
    const count = found.length > 0 ? results.replace('{}', found.length) : nothingFound
    status.textContent = words.length > 0 ? count : ''
    status.className = entries.length > 0 ? 'count' : ''
  }

  const search = async () => {
    const query = input.value.trim()
    const number = ++asked
    request?.abort()
    if (query === '') return show([], [])
    request = new AbortController()
    try {
      const address = new URL(opener.href)
      address.searchParams.set('query', query)
      if (scopes?.querySelector('input:checked')?.value === 'current')
        address.searchParams.set('scope', 'current')
      const response = await fetch(address, {
        headers: { Accept: 'application/json' },
        signal: request.signal,
      })
      if (number !== asked) return
      if (response.status === 429) {
        show([], [])
        status.textContent = tooMany
      }
      if (response.ok)
        show(
          (await response.json()).items,
          query
            .normalize()
            .toLowerCase()
            .match(/[\p{L}\p{N}]+/gu) ?? [],
        )
    } catch {
      // Replaced by a later search, or offline: what was found before stays.
    }
  }

  scopes?.addEventListener('change', search)
  input.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(search, delay)
  })
  input.addEventListener('keydown', (event) => {
    const all = options()
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || all.length === 0) return
    event.preventDefault()
    select(all[(all.indexOf(selected()) + step + all.length) % all.length])
  })
  list.addEventListener('mousemove', (event) => {
    const option = event.target.closest('[role=option]')
    if (option && option !== selected()) select(option)
  })
  form.addEventListener('submit', (event) => {
    const option = selected()
    if (!option) return
    event.preventDefault()
    option.click()
  })
  form.querySelector('button').addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => {
    // A result on the same page changes only the fragment.
    if (event.target === dialog || event.target.closest('[role=option]')) dialog.close()
  })
  return {
    /** Opens it with a query, or with what was typed before it was there, which the reader goes on with. */
    open: (query, typed) => {
      dialog.showModal()
      if (query || typed) {
        input.value = query || typed
        search()
      }
      if (!typed) input.select()
    },
  }
}

/** Creates the switch between the whole site and the part of the page, unless they are the same. */
function createScopes({ scope, all, current }) {
  if (!current) return undefined
  const choice = (value, text) =>
    create(
      'label',
      {},
      create('input', { type: 'radio', name: 'scope', value, checked: value === 'all' }),
      text,
    )
  return create(
    'fieldset',
    {},
    create('legend', { textContent: scope }),
    choice('all', all),
    choice('current', current),
  )
}

/** Letters that are found by others, which readers type for them. */
const alike = { d: 'dđð', h: 'hħ', i: 'iı', l: 'lł', n: 'nŋ', o: 'oø', t: 'tŧ' }
const pairs = { ae: 'æ', oe: 'œ', ss: 'ß', th: 'þ' }

/** Returns a pattern of a word, whatever the accents and strokes of its letters, and hyphens between them. */
const patternOf = (word) =>
  [
    ...word
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .matchAll(/ae|oe|ss|th|./gsu),
  ]
    .map(([part]) => {
      const letters = [...part].map((letter) => `[${alike[letter] ?? letter}]\\p{M}*`).join('')
      return pairs[part] ? `(?:${letters}|${pairs[part]}\\p{M}*)` : letters
    })
    .join('[-_]?')

/** Returns the text with the words in it marked. */
function marked(text, words) {
  if (words.length === 0) return [text]
  const pattern = new RegExp(`(${words.map(patternOf).join('|')})`, 'giu')
  return text
    .normalize('NFD')
    .split(pattern)
    .map((part) => part.normalize('NFC'))
    .map((part, index) => (index % 2 ? create('mark', { textContent: part }) : part))
}
