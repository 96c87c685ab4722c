/** The forms in which a page can be had. */
export type PageForm = 'html' | 'markdown' | 'json'

const mediaTypes: readonly [type: string, form: PageForm][] = [
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/markdown', 'markdown'],
  ['application/json', 'json'],
]

/** The form that an `Accept` header likes best; HTML where it says nothing of the others. */
export function preferredForm(accept: string | undefined): PageForm {
  let best: { form: PageForm; quality: number } = { form: 'html', quality: 0 }
  const ranges = (accept ?? '').toLowerCase().split(',').map(rangeOf)
  for (const [type, form] of mediaTypes) {
    const named = ranges.find((range) => range.type === type)
    const quality = (named ?? ranges.find((range) => matches(range.type, type)))?.quality ?? 0
    // What is named comes before what `*/*` takes along.
    const weight = named ? quality : quality / 2
    if (weight > best.quality) best = { form, quality: weight }
  }
  return best.form
}

function rangeOf(text: string): { type: string; quality: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim())
  const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 }
}

const matches = (range: string, type: string) => range === '*/*' || range === `${type.split('/')[0]}/*`
