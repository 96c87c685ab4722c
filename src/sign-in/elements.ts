import { type Html, type HtmlPart, html } from '../http/html.ts'

/** Returns a form that is posted to a path of this server. */
export const postForm = (action: string, ...content: readonly HtmlPart[]): Html =>
  html`<form method="post" action="${action}">${content}</form>`

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`

type Look = 'main' | 'quiet' | 'danger'

const classOf = (look: Look, size: 'block' | 'little') => `${look === 'main' ? 'button' : look} ${size}`

/** Returns a button that sends its form. */
export const submit = (text: string, look: Look = 'main', size: 'block' | 'little' = 'block'): Html =>
  html`<button class="${classOf(look, size)}">${text}</button>`

/** Returns a link that looks like a button. */
export const linkButton = (address: string, text: string, look: Look = 'main'): Html =>
  html`<a class="button ${look === 'main' ? '' : look} block" href="${address}">${text}</a>`

interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'url'
  readonly value?: string | null | undefined
  readonly hint?: string
  /** An error of what was sent before. */
  readonly wrong?: string | undefined
  readonly required?: boolean
  readonly maxLength?: number
  readonly autocomplete?: 'email' | 'name' | 'off' | 'photo'
}

/** Returns an input with its label, and with its hint or error. */
export function field({ name, label, type = 'text', value, hint, wrong, required, ...rest }: Field): Html {
  const explanation = wrong ?? hint
  const isWrong = wrong !== undefined
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${value ?? ''}"${required && html` required`}${
    rest.maxLength !== undefined && html` maxlength="${rest.maxLength}"`
  }${rest.autocomplete && html` autocomplete="${rest.autocomplete}"`}${isWrong && html` aria-invalid="true"`}${
    explanation && html` aria-describedby="${name}-hint"`
  }>${
    explanation &&
    html`<span class="${isWrong ? 'hint wrong' : 'hint'}" id="${name}-hint">${explanation}</span>`
  }</div>`
}

interface Choice {
  readonly name: string
  readonly label: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly selected?: string | undefined
}

/** Returns a list to choose from, with its label. */
export const choice = ({ name, label, options, selected }: Choice): Html =>
  html`<div class="field"><label for="${name}">${label}</label>
<select id="${name}" name="${name}">${options.map(
    ([value, text]) =>
      html`<option value="${value}"${value === selected && html` selected`}>${text}</option>`,
  )}</select></div>`

export const checkbox = (name: string, label: string, isChecked: boolean): Html =>
  html`<label class="check"><input type="checkbox" name="${name}"${isChecked && html` checked`}><span>${label}</span></label>`

/** Returns a message: of what was done, of what to know, or of what went wrong. */
export const notice = (content: HtmlPart, kind: 'done' | 'about' | 'wrong' = 'done'): Html =>
  html`<div class="notice${kind !== 'done' && ` ${kind}`}" role="${kind === 'wrong' ? 'alert' : 'status'}"><p>${content}</p></div>`

export const facts = (pairs: readonly (readonly [name: string, value: string])[]): Html =>
  html`<dl class="facts">${pairs.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`

export const card = (...content: readonly HtmlPart[]): Html => html`<div class="card">${content}</div>`
