import type { Content } from 'pdfmake/interfaces.js'
import { plainText } from '../page/model/nodes.ts'
import { codeOfDiagram } from '../page/read/diagrams.ts'
import type { Block, Code } from '../page/types.ts'
import { printableLine } from './characters.ts'
import { svgContent } from './prepare-images.ts'
import type { RenderContext } from './render-context.ts'
import { leaves } from './runs.ts'
import { colors, contentHeight, gap, pointsPerPixel, sizes } from './styles.ts'

/** Returns the source of a diagram of Mermaid; undefined for any other block. */
export function sourceOfDiagram(block: Block): string | undefined {
  const code = block.type === 'code' ? block : codeOfDiagram(block)
  return code?.data?.syntax?.trim().toLowerCase() === 'mermaid' ? sourceOf(code) : undefined
}

const sourceOf = ({ nodes }: Code): string => nodes.map((line) => plainText(line.nodes)).join('\n')

export function diagramContent(block: Code, context: RenderContext): Content[] | undefined {
  const diagram = context.resources.diagrams.get(sourceOf(block))
  if (!diagram) return undefined
  const { svg, width, height, title, description } = diagram
  const scale = Math.min(pointsPerPixel, context.width / width, (contentHeight - 80) / height)
  const name = [title ?? context.resources.texts.diagram, description].filter(Boolean).join('. ')
  const caption = block.data?.title
    ? leaves([{ text: printableLine(block.data.title, 200), color: colors.faint }], { fontSize: sizes.small })
    : []
  return [
    ...caption,
    {
      ...svgContent(svg, width * scale, height * scale),
      tag: { type: 'Figure', alt: name },
      alignment: 'center',
      margin: [0, 2, 0, gap + 3],
    },
  ]
}
