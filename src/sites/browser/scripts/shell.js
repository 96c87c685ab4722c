// What surrounds a page: the theme, the navigation, the headings and the menus.

const root = document.documentElement
const find = (selector) => document.querySelector(selector)
const findAll = (selector) => [...document.querySelectorAll(selector)]

// The theme is that of the system until the visitor chooses one, and again after the next choice but one.
const themeButton = find('.theme-button')
if (themeButton) {
  const choices = ['system', 'light', 'dark']
  const chosen = () => root.dataset.theme ?? 'system'
  const show = () => {
    themeButton.dataset.choice = chosen()
    themeButton.ariaLabel = themeButton.dataset[chosen()]
    themeButton.title = themeButton.ariaLabel
  }
  themeButton.addEventListener('click', () => {
    const next = choices[(choices.indexOf(chosen()) + 1) % choices.length]
    if (next === 'system') delete root.dataset.theme
    else root.dataset.theme = next
    show()
    keep('lectern-theme', next === 'system' ? null : next)
  })
  show()
  themeButton.hidden = false
}

// An announcement that was closed stays closed until it says something else.
const announcement = find('.announcement')
if (announcement) {
  const said = announcement.textContent
  const button = announcement.querySelector('button')
  const close = () => {
    root.dataset.announcement = 'closed'
  }
  if (kept('lectern-announcement') === said) close()
  button.addEventListener('click', () => {
    close()
    keep('lectern-announcement', said)
  })
  button.hidden = false
}

/** Scrolls a list that may be longer than the screen to one of its entries, if that is not in view. */
function showEntry(list, entry) {
  const { top, bottom } = entry.getBoundingClientRect()
  const box = list.getBoundingClientRect()
  if (top < box.top || bottom > box.bottom) list.scrollTop += top - box.top - box.height / 2
}

const sidebar = find('.sidebar')
const currentPage = find('.pages [aria-current]')
const showCurrentPage = () => {
  if (currentPage && sidebar) showEntry(sidebar, currentPage)
}
showCurrentPage()
sidebar?.addEventListener('toggle', (event) => {
  if (event.newState === 'open') showCurrentPage()
})

// The section is shown in a line that may be wider than the screen.
const sections = find('.sections')
const currentSection = sections?.querySelector('[aria-current]')
if (currentSection) {
  const { left, width } = currentSection.getBoundingClientRect()
  sections.scrollLeft += left - (sections.clientWidth - width) / 2
}

const outline = find('.outline')
if (outline) {
  const links = [...outline.querySelectorAll('a')]
  const headings = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))))
  let wanted = false
  const markCurrent = () => {
    wanted = false
    const line = Number.parseFloat(getComputedStyle(root).scrollPaddingTop) + 8
    const isAtEnd = Math.ceil(scrollY + innerHeight) >= root.scrollHeight
    const above = headings.findLastIndex((heading) => heading && heading.getBoundingClientRect().top <= line)
    const visibleLast = headings.findLastIndex(
      (heading) => heading?.getBoundingClientRect().top < innerHeight,
    )
    const current = links[isAtEnd && scrollY > 0 ? visibleLast : above]
    if (current?.ariaCurrent) return
    for (const link of links) link.removeAttribute('aria-current')
    current?.setAttribute('aria-current', 'true')
    if (current) showEntry(outline, current)
  }
  const mark = () => {
    if (!wanted) requestAnimationFrame(markCurrent)
    wanted = true
  }
  addEventListener('scroll', mark, { passive: true })
  addEventListener('resize', mark, { passive: true })
  mark()
  outline.addEventListener('beforetoggle', () => {
    const { bottom } = find('.outline-button').getBoundingClientRect()
    outline.style.setProperty('--below-button', `${Math.round(bottom) + 8}px`)
  })
  outline.addEventListener('click', (event) => {
    if (event.target.closest('a') && outline.matches(':popover-open')) outline.hidePopover()
  })
}

// One menu is open at a time, and none after a click elsewhere or Escape.
const menus = findAll('details.menu')
const closeMenus = (except) => {
  for (const menu of menus) if (menu !== except) menu.open = false
}
document.addEventListener('click', (event) => closeMenus(event.target.closest('details.menu')))
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  const open = menus.find((menu) => menu.open && menu.contains(document.activeElement))
  closeMenus()
  open?.querySelector('summary').focus()
})

const copyFrom = (button, read) => {
  if (!button || !navigator.clipboard) return
  const label = button.textContent
  button.addEventListener('click', async () => {
    const text = await read()
    if (text === undefined) return
    await navigator.clipboard.writeText(text)
    button.textContent = button.dataset.copied
    button.dataset.done = ''
    setTimeout(() => {
      button.textContent = label
      delete button.dataset.done
    }, 2000)
  })
  for (const part of [button, button.closest('li'), button.closest('.page-actions')])
    if (part) part.hidden = false
}
const copyButton = find('.copy-page')
copyFrom(copyButton, async () => {
  const response = await fetch(copyButton.dataset.source)
  return response.ok ? response.text() : undefined
})
const addressButton = find('.copy-address')
copyFrom(addressButton, () => addressButton.dataset.text)

const printButton = find('.print-page')
if (printButton) {
  printButton.addEventListener('click', () => {
    closeMenus()
    print()
  })
  printButton.closest('li').hidden = false
  printButton.closest('.page-actions').hidden = false
}

const feedback = find('.feedback')
feedback?.addEventListener('submit', async (event) => {
  event.preventDefault()
  const body = new URLSearchParams(new FormData(feedback, event.submitter))
  const { ok } = await fetch(location.pathname, { method: 'POST', body })
  if (!ok) return
  feedback.classList.add('given')
  feedback.querySelector('.thanks').focus({ preventScroll: true })
})
