import { encodeHtml } from '../../formats/page/html/html.ts'
import { parseContentRef } from '../../formats/page/model/content-references.ts'
import { paragraph, text } from '../../formats/page/model/nodes.ts'
import type { ReferenceLabel } from '../../formats/page/model/reference-labels.ts'
import { documentToMarkdown } from '../../formats/page/write/document-to-markdown.ts'
import type { LocatedPage } from '../../modules/content/located-content.ts'
import { pageMarkdown } from '../../modules/exports/archive.ts'
import type { References } from '../../modules/published-sites/visible-content/references.ts'
import type { WholeBody } from '../../modules/published-sites/visible-content/visible-body.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import type { BodyMarkdown } from './body-markdown.ts'
import { coverOf } from './cover.ts'
import { readBodyMarkdown } from './render-body.ts'

/** Returns the Markdown of a page as in an export, with absolute URLs in links, and with titles where only ids are known. */
export async function publishedMarkdown(
  page: LocatedPage,
  body: WholeBody,
  references: References,
  visit: Pick<Visit, 'claims' | 'site'>,
): Promise<string> {
  const [ref] = coverOf(page)
  const cover = ref && references.addressOf(ref, 'markdown')
  return pageMarkdown({
    ...page,
    id: page.pageId,
    path: page.path ?? undefined,
    layout: page.layout as object | null,
    cover: cover === undefined ? null : { ...(page.cover as object), ref: { kind: 'url', url: cover } },
    target: null,
    markdown: withReferences(await readBodyMarkdown(body, visit), references.inPage(page)),
  })
}

interface Replacement {
  readonly start: number
  readonly end: number
  readonly value: string
}

function withReferences({ markdown, addresses, labels }: BodyMarkdown, references: References): string {
  const addressIn = (address: string) => {
    const ref = references.resolve(parseContentRef(address))
    return ref.kind === 'url' || address.startsWith('#') ? undefined : references.addressOf(ref, 'markdown')
  }
  const replacements = addresses.flatMap(({ start, end, text: address }): Replacement[] => {
    const value = addressIn(address)
    return value === undefined ? [] : [{ start, end, value }]
  })
  return replaced(markdown, [...labels.flatMap((label) => labelled(label, references)), ...replacements])
}

/** Returns the title in the place of a reference without a text, or the title alone if the visitor cannot open its target. */
function labelled(label: ReferenceLabel, references: References): Replacement[] {
  const { start, end, whole, address, isHtml, own } = label
  const ref = references.resolve(parseContentRef(address))
  if (ref.kind === 'url') return []
  const shown = own ?? references.labelOf(ref) ?? (ref.kind === 'user' ? '@member' : '')
  const value = isHtml ? encodeHtml(shown) : markdownText(shown)
  const isOpen = address.startsWith('#') || references.addressOf(ref, 'markdown') !== undefined
  return isOpen || isHtml ? [{ start, end, value }] : [{ ...whole, value }]
}

const markdownText = (value: string): string =>
  value === ''
    ? ''
    : documentToMarkdown({ object: 'document', data: {}, nodes: [paragraph([text(value)])] }).trim()

function replaced(markdown: string, replacements: Replacement[]): string {
  let written = ''
  let from = 0
  for (const { start, end, value } of replacements.sort((a, b) => a.start - b.start)) {
    if (start < from) continue
    written += markdown.slice(from, start) + value
    from = end
  }
  return written + markdown.slice(from)
}
