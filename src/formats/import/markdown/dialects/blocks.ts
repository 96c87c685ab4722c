/** The styles of hints by the words that the generators have for them. */
const styles: Readonly<Record<string, 'info' | 'success' | 'warning' | 'danger'>> = {
  note: 'info',
  info: 'info',
  abstract: 'info',
  summary: 'info',
  question: 'info',
  quote: 'info',
  example: 'info',
  important: 'info',
  seealso: 'info',
  tip: 'success',
  hint: 'success',
  success: 'success',
  check: 'success',
  warning: 'warning',
  caution: 'warning',
  attention: 'warning',
  danger: 'danger',
  error: 'danger',
  failure: 'danger',
  bug: 'danger',
}

/** Returns the style of a hint that a generator calls by this name; undefined if it is no hint. */
export const styleOf = (name: string): string | undefined => {
  const key = name.toLowerCase()
  return Object.hasOwn(styles, key) ? styles[key] : undefined
}

/** The lines that begin a block of the page format, and those that end it. */
export interface Block {
  readonly open: readonly string[]
  readonly close: readonly string[]
}

export const hintBlock = (style: string, title: string): Block => ({
  open: ['', `{% hint style="${style}" %}`, ...(title === '' ? [] : [`**${title}**`, ''])],
  close: ['{% endhint %}', ''],
})

export const detailsBlock = (title: string): Block => ({
  open: ['', '<details>', '', `<summary>${escapeHtml(title || 'Details')}</summary>`, ''],
  close: ['', '</details>', ''],
})

export const tabsBlock: Block = { open: ['', '{% tabs %}'], close: ['{% endtabs %}', ''] }

export const tabBlock = (title: string): Block => ({
  open: [`{% tab title="${attribute(title || 'Tab')}" %}`],
  close: ['{% endtab %}'],
})

export const codeBlock = (title: string): Block => ({
  open: [`{% code title="${attribute(title)}" %}`],
  close: ['{% endcode %}'],
})

const attribute = (text: string) => text.replaceAll('"', '&quot;')

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
