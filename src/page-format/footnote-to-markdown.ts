import type { FootnoteDefinition } from 'mdast'
import type { Info, Options, State } from 'mdast-util-to-markdown'

/**
 * Readers of Markdown take no indent off a line of nothing but spaces in a footnote. Where such a line is part of
 * code or of a value, an indent would become part of it too, so it has none.
 */
const indented = (line: string, index: number): string =>
  index === 0 || /^[ \t]*$/.test(line) ? line : `    ${line}`

function writeFootnote(node: FootnoteDefinition, _parent: unknown, state: State, info: Info): string {
  const tracker = state.createTracker(info)
  const exit = state.enter('footnoteDefinition')
  const opening = tracker.move(`[^${state.associationId(node)}]: `)
  tracker.shift(4)
  const content = state.indentLines(state.containerFlow(node, tracker.current()), indented)
  exit()
  return opening + content
}

export const footnoteToMarkdown: Options = { handlers: { footnoteDefinition: writeFootnote } }
