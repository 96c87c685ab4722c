import type { Problem } from '../../base/templates.ts'

/** A syntax error of a condition or an expression. The position counts UTF-16 units from 1, as JavaScript does. */
export class ConditionFault extends Error {
  readonly position: number
  readonly problem: Problem

  constructor(position: number, problem: Problem) {
    super(problem.message)
    this.name = 'ConditionFault'
    this.position = position
    this.problem = problem
  }
}

export const methods = ['includes', 'startsWith', 'endsWith'] as const
export type Method = (typeof methods)[number]

export type LogicalOperator = '&&' | '||'
export type ComparingOperator = '==' | '!=' | '===' | '!==' | '<' | '<=' | '>' | '>=' | 'in'
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%'
export type UnaryOperator = '!' | '-'
export type Scalar = string | number | boolean | null | undefined

interface Placed {
  /** Start position in the text; for a postfix, the position of its operator. */
  readonly position: number
}

export type Expression =
  | (Placed & { readonly kind: 'literal'; readonly value: Scalar })
  | (Placed & { readonly kind: 'array'; readonly items: readonly Expression[] })
  | (Placed & { readonly kind: 'claims' })
  | (Placed & { readonly kind: 'variables'; readonly scope: VariableScope })
  | (Placed & Member)
  | (Placed & Call)
  /** A chain that contains `?.`. If a `?.` finds null or undefined, the whole chain is undefined. */
  | (Placed & { readonly kind: 'chain'; readonly expression: Expression })
  | (Placed & { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression })
  | (Placed & Binary<'logical', LogicalOperator>)
  | (Placed & Binary<'comparison', ComparingOperator>)
  | (Placed & Binary<'arithmetic', ArithmeticOperator>)
  | (Placed & Conditional)

export type VariableScope = 'space' | 'page'

export interface Member {
  readonly kind: 'member'
  readonly object: Expression
  /** `.name` is parsed as `["name"]`. */
  readonly key: Expression
  readonly optional: boolean
}

export interface Call {
  readonly kind: 'call'
  readonly object: Expression
  readonly method: Method
  readonly argument: Expression
  readonly optional: boolean
}

export interface Binary<Kind, Operator> {
  readonly kind: Kind
  readonly operator: Operator
  readonly left: Expression
  readonly right: Expression
}

export interface Conditional {
  readonly kind: 'conditional'
  readonly test: Expression
  readonly whenTrue: Expression
  readonly whenFalse: Expression
}
