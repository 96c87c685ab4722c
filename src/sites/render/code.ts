import type { Code, CodeLine } from '../../formats/page/types.ts'
import { isDiagram, isPlainLine, keyOfCode } from '../code/code-block.ts'
import { blockTexts } from './block-texts.ts'
import { renderDiagram } from './diagrams.ts'
import { type Child, element, rawHtml } from './elements.ts'
import { renderInlines } from './inlines.ts'
import type { RenderContext } from './render-context.ts'

/** The lines of collapsed code, unless the block has a number of its own. */
const collapsedLines = 10

/** Renders a code block. What needs a script, such as copying, is added by the script of the site. */
export function renderCode(block: Code, context: RenderContext): Child {
  return isDiagram(block) ? renderDiagram(block, context, renderSource) : renderSource(block, context)
}

function renderSource(block: Code, context: RenderContext): Child {
  const { data = {}, nodes } = block
  const title = data.title || (isDiagram(block) ? blockTexts(context.locale).diagram : undefined)
  return element(
    'figure',
    {
      className: [
        'code',
        ...(data.lineNumbers ? ['numbered'] : []),
        ...(data.overflow === 'wrap' ? ['wrap'] : []),
      ],
      ...(data.syntax && { dataLanguage: data.syntax }),
      ...(data.expandable && { dataLines: data.collapsedLineCount ?? collapsedLines }),
    },
    title ? element('figcaption', {}, title) : null,
    // Long lines can be scrolled, with the keyboard too.
    element(
      'pre',
      { tabIndex: 0 },
      element('code', languageClass(data.syntax), codeLines(block, nodes, context)),
    ),
  )
}

const languageClass = (syntax: string | undefined) =>
  syntax ? { className: [`language-${syntax.trim().replace(/\s+/g, '-')}`] } : {}

function codeLines(block: Code, nodes: readonly CodeLine[], context: RenderContext): Child[] {
  const highlighted = block.data?.syntax ? context.highlighted.get(keyOfCode(block)) : undefined
  const isLined = block.data?.lineNumbers || nodes.some(({ data }) => data?.highlighted)
  return nodes.map((line, index) => {
    const html = isPlainLine(line) ? highlighted?.[index] : undefined
    const text = html === undefined ? renderInlines(line.nodes, context) : rawHtml(html)
    const shown = isLined
      ? element(line.data?.highlighted ? 'mark' : 'span', { className: ['line'] }, text)
      : text
    return index === nodes.length - 1 ? shown : [shown, '\n']
  })
}
