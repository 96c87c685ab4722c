/** Limits of one formula in TeX, so that typesetting it does not take long. One that exceeds them is shown as its source. */
export const formulaLimits = {
  characters: 5_000,
  /** Nesting depth of braces. */
  depth: 50,
  /** Expansions of macros. */
  expansions: 500,
  /** Uses of `\cancelto`, whose argument Temml typesets several times on each level. */
  cancellations: 3,
} as const

export function exceedsFormulaLimits(formula: string): boolean {
  if (formula.length > formulaLimits.characters) return true
  if (formula.split('\\cancelto').length - 1 > formulaLimits.cancellations) return true
  let depth = 0
  for (const character of formula) {
    if (character === '{' && ++depth > formulaLimits.depth) return true
    if (character === '}') depth--
  }
  return false
}
