import { type Variables, variablesOfPage } from '../body/variables.ts'
import { expressionFault } from '../expressions/expression-fault.ts'
import type { ImportNote } from './outline.ts'
import type { ReadFile } from './pages.ts'
import { isReusable } from './repository.ts'

/** Characters of an expression that a note quotes. */
const quotedLength = 100

/** Returns notes on the expressions in files that have no text. Reusable contents have the variables of the pages around them. */
export const notesOnExpressions = (files: ReadonlyMap<string, ReadFile>, space: Variables): ImportNote[] =>
  [...files].flatMap(([path, { expressions, frontMatter }]) => {
    if (expressions.length === 0) return []
    const page = isReusable(path) ? undefined : variablesOfPage(frontMatter ?? null)
    return expressions.flatMap((expression): ImportNote[] => {
      const fault = expressionFault(expression, { space, page })
      if (fault === undefined) return []
      const quoted = expression.length > quotedLength ? `${expression.slice(0, quotedLength)}…` : expression
      return [{ kind: 'UNEVALUATED', path, text: `the expression ${quoted} ${fault}, and is shown as it is` }]
    })
  })
