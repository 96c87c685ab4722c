import type { Element } from 'hast'
import { requirePackage } from '../../base/require-package.ts'
import { exceedsFormulaLimits, formulaLimits } from '../../formats/page/formula-limits.ts'
import { type Child, element } from './elements.ts'

/** A node of the tree that Temml builds: an element, a text or a fragment. */
interface MathNode {
  readonly type?: string
  readonly text?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly classes?: readonly string[]
  readonly style?: { readonly color?: string }
  readonly children?: readonly MathNode[]
}

const elements: ReadonlySet<string> = new Set(
  (
    'math mrow mi mn mo mtext ms mspace mfrac msqrt mroot msub msup msubsup munder mover munderover ' +
    'mmultiscripts mprescripts none mtable mtr mtd mpadded mphantom mstyle menclose'
  ).split(' '),
)

const attributes: ReadonlySet<string> = new Set(
  (
    'display displaystyle scriptlevel mathvariant mathcolor mathbackground form fence separator stretchy ' +
    'symmetric largeop movablelimits accent accentunder lspace rspace minsize maxsize width height depth ' +
    'voffset linethickness notation columnalign columnlines rowlines columnspacing rowspacing'
  ).split(' '),
)

/**
 * Renders a formula in TeX as MathML, which contains no links, images, scripts or styles. A formula that is faulty or
 * exceeds the limits is rendered as its source.
 */
export function renderMath(formula: string, isBlock: boolean): Element {
  const math = typeset(formula, isBlock)
  if (!isBlock) return math ?? element('code', { className: ['math'] }, formula)
  // Wide formulas can be scrolled, with the keyboard too.
  return math
    ? element('div', { className: ['math'], tabIndex: 0 }, math)
    : element('pre', { className: ['math'], tabIndex: 0 }, element('code', {}, formula))
}

function typeset(formula: string, isBlock: boolean): Element | undefined {
  if (exceedsFormulaLimits(formula)) return undefined
  const temml = requirePackage('temml') as typeof import('temml')['default']
  try {
    const tree: MathNode = temml.__renderToMathMLTree(formula, {
      displayMode: isBlock,
      throwOnError: true,
      maxExpand: formulaLimits.expansions,
    })
    return elementOf(tree)
  } catch {
    return undefined
  }
}

function elementOf({
  type = '',
  attributes: own = {},
  classes = [],
  style,
  children = [],
}: MathNode): Element {
  const properties = Object.fromEntries(Object.entries(own).filter(([name]) => attributes.has(name)))
  const className = classes.filter((name) => name !== '')
  // Temml sets colors as styles, which the policy of the site does not allow in elements.
  const color = style?.color === undefined ? {} : { mathcolor: style.color }
  return element(
    type,
    { ...properties, ...color, ...(className.length > 0 ? { className } : {}) },
    children.map(childOf),
  )
}

function childOf(node: MathNode): Child {
  if (node.text !== undefined) return node.text
  return elements.has(node.type ?? '') ? elementOf(node) : (node.children ?? []).map(childOf)
}
