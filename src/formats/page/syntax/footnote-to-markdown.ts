import type { FootnoteDefinition } from 'mdast'
import type { Info, Options, State } from 'mdast-util-to-markdown'

/**
 * Markdown parsers do not remove the indentation of whitespace-only lines in a footnote. If such a line is part
 * of code or of a tag value, an indent would be added to its content, so these lines are not indented.
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
