import { escapeHtml } from './escape-html.ts'

/** Text that is HTML, and not escaped where it becomes a part of more. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A value in a template. Nothing stands for what is absent. */
export type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[]

function textOf(part: HtmlPart): string {
  if (part instanceof Html) return part.text
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'object') return part.map(textOf).join('')
  return escapeHtml(String(part))
}

/** Returns the HTML of a template. Values that are not HTML are escaped. */
export const html = (texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html =>
  new Html(texts.map((text, index) => text + textOf(parts[index])).join(''))
