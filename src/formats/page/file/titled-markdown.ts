import { text } from '../model/nodes.ts'
import { documentToMarkdown } from '../write/document-to-markdown.ts'

/** Returns the Markdown of a page that begins with its title. */
export function titledMarkdown(title: string, body: string): string {
  const heading = documentToMarkdown({
    object: 'document',
    data: {},
    nodes: [{ object: 'block', type: 'heading-1', data: {}, nodes: [text(title)] }],
  })
  return `${heading.trimEnd()}\n\n${body}`
}
