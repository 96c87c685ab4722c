import { expressionText } from '../expressions/expression-text.ts'
import { withoutExpressions } from '../page/model/title-expressions.ts'
import { expressionClass, type PageVariables } from './variables.ts'

/** The members of a page that are plain text wherever readers are shown them. */
interface Texts {
  readonly title?: string | undefined
  readonly description?: string | null | undefined
  readonly heading?: string | null | undefined
}

const plainMembers = ['title', 'description', 'heading'] as const

/** Called for each expression that is replaced, with its value, or undefined if it has none and is shown as it is written. */
export type OnExpression = (member: keyof Texts, expression: string, value: string | undefined) => void

/** Replaces expressions in the texts of a page by their values, as for a visitor without claims: they are plain text. */
export function withPlainTexts<Fields extends Texts>(
  fields: Fields,
  variables: PageVariables,
  onExpression: OnExpression = () => {},
): Fields {
  const plain: { -readonly [Member in keyof Texts]: string } = {}
  for (const member of plainMembers) {
    const written = fields[member]
    if (typeof written !== 'string' || !written.includes(expressionClass)) continue
    plain[member] = withoutExpressions(written, (expression) => {
      const value = expressionText(expression, { ...variables, claims: {} })
      onExpression(member, expression, value)
      return value
    })
  }
  return { ...fields, ...plain }
}
