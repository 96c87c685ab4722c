export type PageFormat = 'html' | 'markdown' | 'json'

const mediaTypes: readonly [type: string, format: PageFormat][] = [
  ['text/html', 'html'],
  ['application/xhtml+xml', 'html'],
  ['text/markdown', 'markdown'],
  ['application/json', 'json'],
]

/** Returns the preferred format of an `Accept` header, HTML by default. */
export function preferredFormat(accept: string | undefined): PageFormat {
  let best: { format: PageFormat; quality: number } = { format: 'html', quality: 0 }
  const ranges = (accept ?? '').toLowerCase().split(',').map(rangeOf)
  for (const [type, format] of mediaTypes) {
    const named = ranges.find((range) => range.type === type)
    const quality = (named ?? ranges.find((range) => matches(range.type, type)))?.quality ?? 0
    // A type named explicitly wins over one that matches a wildcard.
    const weight = named ? quality : quality / 2
    if (weight > best.quality) best = { format, quality: weight }
  }
  return best.format
}

function rangeOf(text: string): { type: string; quality: number } {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim())
  const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 }
}

const matches = (range: string, type: string) => range === '*/*' || range === `${type.split('/')[0]}/*`
