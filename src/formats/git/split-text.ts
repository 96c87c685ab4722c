import { readPageText } from '../import/markdown/pages/page-text.ts'
import { isReusable } from '../import/markdown/repository/paths.ts'
import { spanOf } from '../page/file/markdown-file.ts'
import { withLineFeeds } from '../page/model/normalize-text.ts'

/** The parts of a Markdown file, which make it up in this order: front matter, the gap below it, heading, gap, body. */
export interface SplitText {
  /** The front matter without the marks around it. Undefined for none. */
  readonly yaml: string | undefined
  readonly yamlStart: string
  readonly yamlEnd: string
  readonly yamlGap: string
  readonly isMalformed: boolean
  /** Whether the front matter has a title. */
  readonly statesTitle: boolean
  /** The slug of the front matter. */
  readonly slug: string | undefined
  /** The heading with the title at the start. Empty for none. */
  readonly heading: string
  readonly gap: string
  readonly headingTitle: string | undefined
  /** Whether there is a heading of the first level anywhere. */
  readonly hasHeading: boolean
  readonly body: string
  /** The URLs in the body as they are written and as they are read. */
  readonly urls: readonly { readonly written: string; readonly text: string }[]
}

/** Splits the text of a page or a reusable content. */
export function splitText(written: string, path: string): SplitText {
  const source = withLineFeeds(written)
  const text = readPageText(source, path)
  const [first, second] = text.root.children ?? []
  const front = first?.type === 'yaml' ? first : undefined
  const opening = front ? second : first
  const isTitle = opening?.type === 'heading' && opening.depth === 1 && !isReusable(path)
  const frontEnd = front ? spanOf(front).end : 0
  const head = isTitle ? spanOf(opening) : { start: text.bodyStart, end: text.bodyStart }
  const block = source.slice(0, frontEnd)
  const yamlStart = /^---[ \t]*\n?/.exec(block)?.[0] ?? ''
  const yamlEnd = /\n?---[ \t]*$/.exec(block.slice(yamlStart.length))?.[0] ?? ''
  return {
    yaml: front ? block.slice(yamlStart.length, block.length - yamlEnd.length) : undefined,
    yamlStart,
    yamlEnd,
    yamlGap: source.slice(frontEnd, head.start),
    isMalformed: text.fault !== undefined,
    statesTitle: text.fields.title !== undefined,
    slug: text.fields.slug,
    heading: source.slice(head.start, head.end),
    gap: source.slice(head.end, text.bodyStart),
    headingTitle: text.heading,
    hasHeading: text.heading !== undefined,
    body: source.slice(text.bodyStart),
    urls: text.urls.map((url) => ({ written: source.slice(url.start, url.end), text: url.text })),
  }
}
