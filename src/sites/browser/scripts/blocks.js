// What blocks of a page do. Without this script all of their content is shown, one below the other. In a preview, where the
// article is replaced, the signal `replaced` ends what listens to more than the article.

const article = document.querySelector('article') ?? document.createElement('article')
const all = (selector) => [...article.querySelectorAll(selector)]

/** The texts of what this script adds, in the language of the site. */
const texts = document.querySelector('main').dataset

function create(name, attributes, ...children) {
  const created = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, value)
  created.append(...children)
  return created
}

// Tabs

const chosenTabs = 'lectern-tabs'

const readChosenTabs = () => JSON.parse(kept(chosenTabs) ?? '[]')

/** Remembers the titles of chosen tabs, for all pages: a reader who uses one language does so everywhere. */
function rememberTab(title) {
  const others = readChosenTabs().filter((other) => other !== title)
  keep(chosenTabs, JSON.stringify([title, ...others].slice(0, 20)))
}

const tabGroups = all('.tabs').map((tabs, group) => {
  const panels = [...tabs.children]
  const titles = panels.map((panel) => panel.querySelector('.tab-title').textContent.trim())
  const buttons = panels.map((panel, index) => {
    const id = `tab-${group}-${index}`
    panel.id ||= `${id}-panel`
    panel.querySelector('.tab-title').hidden = true
    panel.removeAttribute('aria-label')
    panel.setAttribute('aria-labelledby', id)
    panel.setAttribute('role', 'tabpanel')
    panel.tabIndex = 0
    const icon = panel.querySelector('.tab-title > .icon')
    const label = icon ? [icon.cloneNode(true), ' ', titles[index]] : [titles[index]]
    return create('button', { type: 'button', role: 'tab', id, 'aria-controls': panel.id }, ...label)
  })
  const select = (selected) => {
    for (const [index, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(index === selected))
      button.tabIndex = index === selected ? 0 : -1
      if (index === selected) panels[index].removeAttribute('hidden')
      else panels[index].setAttribute('hidden', 'until-found')
    }
  }
  const choose = (index) => {
    const button = buttons[index]
    const top = button.getBoundingClientRect().top
    select(index)
    rememberTab(titles[index])
    for (const other of tabGroups) other.selectTitle(titles[index])
    // Tabs above that change their height must not move what the reader looks at.
    scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' })
    button.focus({ preventScroll: true })
  }
  const forward = getComputedStyle(tabs).direction === 'rtl' ? -1 : 1
  const steps = { ArrowRight: forward, ArrowLeft: -forward, Home: -Infinity, End: Infinity }
  for (const [index, button] of buttons.entries()) {
    button.addEventListener('click', () => choose(index))
    button.addEventListener('keydown', (event) => {
      const step = steps[event.key]
      if (step === undefined) return
      event.preventDefault()
      const last = buttons.length - 1
      const next = Number.isFinite(step) ? (index + step + last + 1) % (last + 1) : step < 0 ? 0 : last
      choose(next)
    })
    panels[index].addEventListener('beforematch', () => select(index))
  }
  const list = create('div', { role: 'tablist' }, ...buttons)
  tabs.prepend(list)
  tabs.classList.add('ready')
  const chosen = readChosenTabs().find((title) => titles.includes(title))
  select(Math.max(0, titles.indexOf(chosen)))
  return {
    panels,
    select,
    selectTitle: (title) => titles.includes(title) && select(titles.indexOf(title)),
  }
})

// Links to what is in a tab or an expandable

/** Returns the name that an address ends with. One with a percent sign of its own is taken as it is. */
function anchorOf({ hash }) {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

function reveal() {
  const target = document.getElementById(anchorOf(location))
  if (!target || !article.contains(target)) return
  for (let around = target; around !== article; around = around.parentElement) {
    if (around.localName === 'details') around.open = true
    for (const { panels, select } of tabGroups) if (panels.includes(around)) select(panels.indexOf(around))
  }
  target.scrollIntoView()
}

if (location.hash) reveal()
addEventListener('hashchange', reveal, { signal: replaced })

// Code

function copyText(code) {
  const source = code.cloneNode(true)
  for (const mark of source.querySelectorAll('.note-mark')) mark.remove()
  if (navigator.clipboard) return navigator.clipboard.writeText(source.textContent)
  // Without HTTPS, browsers copy only what is selected.
  getSelection().selectAllChildren(code)
  document.execCommand('copy')
  getSelection().removeAllRanges()
}

for (const figure of all('figure.code')) {
  const code = figure.querySelector('code')
  const copy = create('button', { type: 'button', class: 'copy', 'aria-live': 'polite' }, texts.copy)
  copy.addEventListener('click', async () => {
    await copyText(code)
    copy.textContent = texts.copied
    setTimeout(() => {
      copy.textContent = texts.copy
    }, 2000)
  })
  figure.append(copy)
  if (figure.dataset.lines) collapse(figure, code)
}

function collapse(figure, code) {
  const pre = code.parentElement
  const shown = Number(figure.dataset.lines)
  const count = code.textContent.split('\n').length
  if (count <= shown) return
  const more = create('button', { type: 'button', class: 'more' })
  const toggle = (isOpen) => {
    const line = parseFloat(getComputedStyle(code).lineHeight)
    pre.style.maxHeight = isOpen ? '' : `${(shown + 1) * line}px`
    figure.classList.toggle('collapsed', !isOpen)
    more.setAttribute('aria-expanded', String(isOpen))
    more.textContent = isOpen ? texts.showLess : texts.showAll.replace('{}', count)
  }
  more.addEventListener('click', () => toggle(more.getAttribute('aria-expanded') === 'false'))
  toggle(false)
  figure.append(more)
}

// The keyboard stops at what can be scrolled, and only there.
const scrolled = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0
    else target.removeAttribute('tabindex')
  }
})
for (const area of all('pre[tabindex], .table[tabindex]')) scrolled.observe(area)

// Images

for (const image of all('figure:not(.code) img')) {
  if (image.closest('a')) continue
  if (image.complete) makeEnlargeable(image)
  else image.addEventListener('load', () => makeEnlargeable(image), { once: true })
}

function makeEnlargeable(image) {
  if (image.naturalWidth <= image.clientWidth * 1.1) return
  const label = texts.enlarge.replace('{}', () => image.alt || texts.image)
  const button = create('button', { type: 'button', class: 'enlarge', 'aria-label': label })
  const picture = image.closest('picture') ?? image
  const part = /\bwidth-\d+/.exec(image.className)?.[0]
  if (part) {
    button.classList.add(part)
    image.classList.remove(part)
  }
  picture.replaceWith(button)
  button.append(picture)
  button.addEventListener('click', () => {
    const large = create('img', { src: originalOf(image), alt: image.alt })
    const close = create('button', { type: 'button', 'aria-label': texts.close }, '×')
    const dialog = create(
      'dialog',
      { class: 'enlarged', 'aria-label': image.alt || texts.image },
      close,
      large,
    )
    dialog.addEventListener('click', () => dialog.close())
    dialog.addEventListener('close', () => dialog.remove())
    document.body.append(dialog)
    dialog.showModal()
  })
}

/** Returns the address of the picture itself of which a smaller form may be shown. */
function originalOf(image) {
  const address = new URL(image.currentSrc || image.src)
  if (address.pathname.includes('/~files/')) address.searchParams.delete('width')
  return address.href
}

/** Shows the variants of images that fit the theme, which a visitor may have chosen. */
function chooseVariants() {
  const isDark = getComputedStyle(document.documentElement).colorScheme.startsWith('dark')
  for (const source of all('picture > source')) source.media = isDark ? 'all' : 'not all'
}

chooseVariants()
const themeChanges = new MutationObserver(chooseVariants)
themeChanges.observe(document.documentElement, { attributes: true })
replaced?.addEventListener('abort', () => themeChanges.disconnect())
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', chooseVariants, { signal: replaced })

// Videos

for (const card of all('[data-player]')) {
  const play = create('button', { type: 'button', class: 'play' }, texts.play)
  play.addEventListener('click', () => {
    const title = card.querySelector('a').textContent
    const src = card.dataset.player
    card.replaceWith(create('iframe', { src, title, class: 'player', allow: 'autoplay; fullscreen' }))
  })
  card.append(play)
}

// Footnotes

/** The elements of a footnote that only work where it stands: the way back, and the buttons of this script. */
const ofItsPlace = '[href^="#footnote-mark:"], button:not(:has(img))'

/** Shows a footnote beside its number. The reader stays where the text is, and the address as it is. */
function showNote(link, note) {
  const shown = create('div', {
    class: 'note',
    popover: '',
    role: 'dialog',
    'aria-label': link.ariaLabel,
    tabindex: '-1',
    dir: 'auto',
  })
  shown.append(...note.cloneNode(true).childNodes)
  for (const element of shown.querySelectorAll(ofItsPlace)) element.remove()
  for (const element of shown.querySelectorAll('[id]')) element.removeAttribute('id')
  shown.addEventListener('toggle', (event) => event.newState === 'closed' && shown.remove())
  article.append(shown)
  shown.showPopover({ source: link })
  const mark = link.getBoundingClientRect()
  const fits = mark.bottom + shown.offsetHeight + 16 < innerHeight
  const top = fits || mark.top < shown.offsetHeight ? mark.bottom + 8 : mark.top - shown.offsetHeight - 8
  const left = Math.min(mark.left, document.documentElement.clientWidth - shown.offsetWidth - 16)
  shown.style.top = `${top + scrollY}px`
  shown.style.left = `${Math.max(16, left) + scrollX}px`
  // Not before it has its place, to which browsers scroll.
  shown.focus({ preventScroll: true })
}

article.addEventListener('click', (event) => {
  const link = event.target.closest('.note-mark > a')
  const note = link && document.getElementById(anchorOf(link))
  if (!note || !article.showPopover || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  showNote(link, note)
})
