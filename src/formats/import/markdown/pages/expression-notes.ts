import { type Variables, variablesOfPage } from '../../../body/variables.ts'
import { type ExpressionFault, expressionFault } from '../../../expressions/expression-fault.ts'
import { type ImportLine, importLine } from '../../report/lines.ts'
import { type ImportNote, noteOf } from '../../report/notes.ts'
import { isReusable } from '../repository/paths.ts'
import type { ReadFile } from './pages.ts'

/** Characters of an expression that a note quotes. */
const quotedLength = 100

function lineOf(expression: string, fault: ExpressionFault): ImportLine {
  const textOf = (words: string) => `the expression ${expression} ${words}, and is shown as it is`
  if (fault === 'MALFORMED')
    return importLine('IMPORT_EXPRESSION_MALFORMED', textOf('is malformed'), { expression })
  if (fault === 'WITHOUT_TEXT')
    return importLine('IMPORT_EXPRESSION_WITHOUT_TEXT', textOf('has no text'), { expression })
  const name = fault.missing
  const text = textOf(`names ${name}, which there is not`)
  return importLine('IMPORT_EXPRESSION_WITHOUT_VARIABLE', text, { expression, name })
}

/** Returns notes on the expressions in files that have no text. Reusable contents have the variables of the pages around them. */
export const notesOnExpressions = (files: ReadonlyMap<string, ReadFile>, space: Variables): ImportNote[] =>
  [...files].flatMap(([path, { expressions, frontMatter }]) => {
    if (expressions.length === 0) return []
    const page = isReusable(path) ? undefined : variablesOfPage(frontMatter ?? null)
    return expressions.flatMap((expression): ImportNote[] => {
      const fault = expressionFault(expression, { space, page })
      if (fault === undefined) return []
      const quoted = expression.length > quotedLength ? `${expression.slice(0, quotedLength)}…` : expression
      return [noteOf('UNEVALUATED', path, lineOf(quoted, fault))]
    })
  })
