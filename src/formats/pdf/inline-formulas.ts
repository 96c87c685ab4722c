import { requirePackage } from '../../base/require-package.ts'
import { exceedsFormulaLimits, formulaLimits } from '../page/formula-limits.ts'
import { isReadable, printable } from './characters.ts'
import { codeRuns, type Run } from './runs.ts'

type RunStyle = Omit<Run, 'text'>

/** A node of the tree that Temml builds: an element, a text or a fragment. */
interface MathNode {
  readonly type?: string
  readonly text?: string
  readonly children?: readonly MathNode[]
  readonly attributes?: Readonly<Record<string, string>>
}

/** Thrown for a formula that a line of text cannot show. */
class Unwritable extends Error {}

/**
 * Writes a formula in a line of text, in which the layout has only letters: with its signs, indices and exponents, and with
 * fractions on one line. Others, such as matrices and faulty ones, are their source.
 */
export function inlineFormulaRuns(formula: string, style: RunStyle): Run[] {
  try {
    const runs = exceedsFormulaLimits(formula) ? undefined : runsOf(treeOf(formula), style)
    if (runs && isReadable(runs.map(({ text }) => text).join(''))) return runs
  } catch {
    // It is written as its source.
  }
  return codeRuns(printable(formula), style)
}

function treeOf(formula: string): MathNode {
  const temml = requirePackage('temml') as typeof import('temml')['default']
  return temml.__renderToMathMLTree(formula, {
    throwOnError: true,
    maxExpand: formulaLimits.expansions,
  }) as MathNode
}

/** The signs around which there is room. */
const relation = /^[=≠≈≡<>≤≥≪≫∈∉⊂⊃⊆⊇→←↔⇒⇐⇔↦+−±∓×÷·∧∨∩∪]$/

function runsOf(node: MathNode, style: RunStyle): Run[] {
  const { type, text, children = [] } = node
  if (text !== undefined) return run(text, style)
  const at = (index: number) => children[index] ?? {}
  const inside = (index: number, more: RunStyle = {}) => runsOf(at(index), { ...style, ...more })
  switch (type) {
    case 'mi':
      return run(textIn(node), { ...style, ...(isUpright(node) ? {} : { italics: true }) })
    case 'mo':
      return operator(textIn(node), style)
    case 'mn':
    case 'mtext':
      return run(textIn(node), style)
    case 'mspace':
      return []
    case 'msup':
      return [...inside(0), ...raised(at(1), style, 'sup')]
    case 'msub':
      return [...inside(0), ...raised(at(1), style, 'sub')]
    case 'msubsup':
      return [...inside(0), ...raised(at(1), style, 'sub'), ...raised(at(2), style, 'sup')]
    case 'mfrac':
      return [...grouped(inside(0), style), ...run('/', style), ...grouped(inside(1), style)]
    case 'msqrt':
      return [
        ...run('√', style),
        ...grouped(
          children.flatMap((child) => runsOf(child, style)),
          style,
        ),
      ]
    case 'munder':
    case 'mover':
    case 'munderover':
    case 'mroot':
    case 'mtable':
    case 'menclose':
    case 'mmultiscripts':
      throw new Unwritable()
    default:
      return children.flatMap((child) => runsOf(child, style))
  }
}

const textIn = ({ text, children = [] }: MathNode): string => text ?? children.map(textIn).join('')

const isUpright = (node: MathNode): boolean =>
  node.attributes?.mathvariant === 'normal' || [...textIn(node)].length > 1

/** Signs that only tell how others belong together. */
const invisible = /[\u2061-\u2064]/g

function operator(text: string, style: RunStyle): Run[] {
  const sign = text.replace(invisible, '')
  return run(relation.test(sign) ? ` ${sign} ` : sign, style)
}

const run = (text: string, style: RunStyle): Run[] =>
  text === '' ? [] : [{ ...style, text: printable(text.replace(invisible, '')) }]

/** Raises or lowers a part. The layout knows one level, so a part with a further one is not written. */
function raised(node: MathNode, style: RunStyle, place: 'sup' | 'sub'): Run[] {
  if (style.sup || style.sub) throw new Unwritable()
  return runsOf(node, { ...style, [place]: true }).map((part) => ({
    ...part,
    text: part.text.replaceAll(' ', ''),
  }))
}

/** Sets a part in parentheses, unless it is a single number or name. */
function grouped(runs: Run[], style: RunStyle): Run[] {
  const isSingle = runs.length === 1 && /^[\p{L}\p{N}.]+$/u.test(runs[0]?.text ?? '')
  return isSingle ? runs : [...run('(', style), ...runs, ...run(')', style)]
}
