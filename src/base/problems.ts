import type { AppError } from './errors.ts'
import type { Problem, ValuesNamed } from './templates.ts'

/**
 * The problems that a folder tells within messages (`{problem}` and `{cause}` of rules and reasons), by name, each with the values that
 * sentences about it may have. The name never changes, once it was released. `quote` stands for words of another program, such as a
 * parser or git, which nobody translates; `problem` for a problem within this one.
 */
export type ProblemTable = Readonly<Record<string, readonly string[]>>

type ArgumentsFor<Names extends readonly string[]> = Names extends readonly []
  ? []
  : [values: ValuesNamed<Names[number]>]

/** Returns the function that creates the problems of a table, each with its words in English. */
export const problemsOf =
  <Table extends ProblemTable>(_table: Table) =>
  <Name extends keyof Table & string>(
    name: Name,
    message: string,
    ...[values]: ArgumentsFor<Table[Name]>
  ): Problem & { readonly name: Name } => ({ name, message, ...(values && { values }) })

/** The words of an error, also where another thread sent it. */
export type SaidError = Pick<AppError, 'code' | 'message' | 'reason' | 'values' | 'fields'>

/** Returns an error as a problem within another, by the name of the rule or the reason that it has. */
export function problemOfError({ code, message, reason, values, fields }: SaidError): Problem {
  const fault = fields?.find(({ rule }) => rule !== undefined)
  return fault?.rule === undefined
    ? { name: reason ?? code, message, values }
    : { name: fault.rule, message, values: fault.values }
}
