import type { MermaidConfig } from 'mermaid'
import { cleanSvg, type SvgElement } from './clean-svg.ts'
import { type DrawingRoom, family, fontSize, openDrawingRoom } from './dom.ts'
import { diagramLimits } from './limits.ts'
import { inBothSchemes } from './schemes.ts'
import { writeSvg } from './write-svg.ts'

export interface Diagram {
  /** An SVG that fits in HTML and in XML, without a stylesheet. */
  readonly svg: string
  /** The size in pixels. */
  readonly width: number
  readonly height: number
  readonly title?: string
  readonly description?: string
}

/** Where a diagram is shown: on pages in the scheme of the reader, or on paper. */
export type DiagramForm = 'page' | 'print'

/**
 * Draws a diagram of Mermaid. The id is a part of all ids in the SVG. Returns undefined for a source that is faulty, exceeds the
 * limits, or is of a kind that cannot be drawn without a browser.
 */
export async function drawDiagram(
  source: string,
  { id, form }: { readonly id: string; readonly form: DiagramForm },
): Promise<Diagram | undefined> {
  if (source.length > diagramLimits.sourceCharacters) return undefined
  const room = await openDrawingRoom()
  const light = await render(room, { source, id, theme: 'default' })
  if (!light) return undefined
  const dark = form === 'page' ? await render(room, { source, id, theme: 'dark' }) : undefined
  const drawn = dark ? inBothSchemes(light.root, dark.root) : light.root
  const size = sizeOf(drawn)
  if (!size) return undefined
  const svg = writeSvg({ ...drawn, attributes: { ...drawn.attributes, ...textOf(size) } })
  if (svg.length > diagramLimits.svgCharacters) return undefined
  const { title, description } = light
  return { svg, ...size, ...(title && { title }), ...(description && { description }) }
}

/** The settings that nobody who writes a diagram may change. Labels are text, which needs no browser to be drawn. */
const fixed = {
  startOnLoad: false,
  securityLevel: 'strict',
  htmlLabels: false,
  flowchart: { htmlLabels: false, useMaxWidth: true },
  class: { htmlLabels: false },
  state: {},
  gantt: { useWidth: 800 },
  layout: 'dagre',
  look: 'classic',
  deterministicIds: true,
  suppressErrorRendering: true,
  maxTextSize: diagramLimits.sourceCharacters,
  maxEdges: diagramLimits.edges,
  fontFamily: family,
  fontSize,
} as const satisfies MermaidConfig

const secure = [
  ...['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'suppressErrorRendering', 'maxEdges'],
  ...[
    'htmlLabels',
    'layout',
    'look',
    'deterministicIds',
    'fontFamily',
    'fontSize',
    'theme',
    'themeVariables',
  ],
  ...['themeCSS', 'dompurifyConfig', 'darkMode'],
]

interface Drawing {
  readonly source: string
  readonly id: string
  readonly theme: 'default' | 'dark'
}

interface Rendered {
  readonly root: SvgElement
  readonly title: string | undefined
  readonly description: string | undefined
}

async function render(
  { mermaid, parse }: DrawingRoom,
  { source, id, theme }: Drawing,
): Promise<Rendered | undefined> {
  mermaid.initialize({
    ...fixed,
    secure,
    theme,
    themeVariables: { fontFamily: family, fontSize: `${fontSize}px` },
  })
  try {
    // A part of a diagram may ask for labels of HTML, which only a browser draws.
    const { svg } = await mermaid.render(id, source.replaceAll(/(htmlLabels["']?\s*:\s*)true/g, '$1false'))
    const drawn = parse(svg)
    const textOf = (name: string) =>
      drawn.querySelector(`[id^="chart-${name}"]`)?.textContent.trim() || undefined
    return { root: cleanSvg(drawn), title: textOf('title'), description: textOf('desc') }
  } catch {
    return undefined
  }
}

function sizeOf({ attributes }: SvgElement): Pick<Diagram, 'width' | 'height'> | undefined {
  const [, , width = 0, height = 0] = (attributes.viewBox ?? '').split(/[\s,]+/).map(Number)
  return width > 0 && height > 0 ? { width: Math.ceil(width), height: Math.ceil(height) } : undefined
}

const textOf = ({ width, height }: Pick<Diagram, 'width' | 'height'>) => ({
  width: String(width),
  height: String(height),
})
