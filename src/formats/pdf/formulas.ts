import type { Content } from 'pdfmake/interfaces.js'
import { requirePackage } from '../../base/require-package.ts'
import { exceedsFormulaLimits, formulaLimits } from '../page/formula-limits.ts'
import { preformatted } from './code.ts'
import { svgContent } from './prepare-images.ts'
import type { RenderContext } from './render-context.ts'
import { colors, contentHeight, gap, sizes } from './styles.ts'

/** A formula as SVG, with its size in points. */
interface DrawnFormula {
  readonly svg: string
  readonly width: number
  readonly height: number
}

/** Renders a formula in TeX. One that is faulty, exceeds the limits or has letters without a shape is its source. */
export function formulaContent(formula: string, context: RenderContext): Content[] {
  const drawn = drawFormula(formula)
  const tag = { type: 'Formula', alt: formula } as const
  if (!drawn) return preformatted(formula, context, tag)
  const scale = Math.min(1, context.width / drawn.width, (contentHeight - 80) / drawn.height)
  return [
    {
      ...svgContent(drawn.svg, drawn.width * scale, drawn.height * scale),
      tag,
      alignment: 'center',
      margin: [0, 2, 0, gap + 3],
    },
  ]
}

let typesetter: ((formula: string) => string) | undefined

function drawFormula(formula: string): DrawnFormula | undefined {
  if (exceedsFormulaLimits(formula)) return undefined
  try {
    typesetter ??= openTypesetter()
    return drawnFormula(typesetter(formula))
  } catch {
    return undefined
  }
}

/** The height of a lower-case letter, in which the sizes of formulas are, as a share of the size of the text. */
const exOfText = 0.45

function drawnFormula(svg: string): DrawnFormula | undefined {
  const length = (name: string) => Number(new RegExp(`\\s${name}="([\\d.]+)ex"`).exec(svg)?.[1])
  const [width, height] = [length('width'), length('height')]
  // Letters that no font of formulas has would be drawn in one that the PDF does not have.
  if (!(width > 0 && height > 0) || /data-mjx-error|<text\b/.test(svg)) return undefined
  const points = sizes.text * exOfText
  return {
    svg: svg.replaceAll('currentColor', colors.text).replace(/ style="[^"]*"/, ''),
    width: width * points,
    height: height * points,
  }
}

/** Loads MathJax, which needs no browser: its elements are plain objects. */
function openTypesetter(): (formula: string) => string {
  const load = <Module>(path: string) => requirePackage(`mathjax-full/js/${path}.js`) as Module
  const { mathjax } = load<typeof import('mathjax-full/js/mathjax.js')>('mathjax')
  const { TeX } = load<typeof import('mathjax-full/js/input/tex.js')>('input/tex')
  const { SVG } = load<typeof import('mathjax-full/js/output/svg.js')>('output/svg')
  const { liteAdaptor } =
    load<typeof import('mathjax-full/js/adaptors/liteAdaptor.js')>('adaptors/liteAdaptor')
  const { RegisterHTMLHandler } = load<typeof import('mathjax-full/js/handlers/html.js')>('handlers/html')
  const { AllPackages } =
    load<typeof import('mathjax-full/js/input/tex/AllPackages.js')>('input/tex/AllPackages')
  const adaptor = liteAdaptor()
  RegisterHTMLHandler(adaptor)
  const isAllowed = (name: string) =>
    !['require', 'html', 'bbox', 'noerrors', 'noundefined', 'autoload'].includes(name)
  const document = mathjax.document('', {
    InputJax: new TeX({
      packages: AllPackages.filter(isAllowed),
      maxMacros: 500,
      maxBuffer: formulaLimits.characters,
    }),
    OutputJax: new SVG({ fontCache: 'none' }),
  })
  return (formula) => {
    const container = document.convert(formula, { display: true })
    return adaptor.innerHTML(container)
  }
}
