import { conditionProblem } from './problems.ts'
import {
  type ArithmeticOperator,
  type ComparingOperator,
  ConditionFault,
  type Expression,
  type LogicalOperator,
  type Method,
  methods,
  type Scalar,
  type VariableScope,
} from './syntax.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Maximum nesting of parentheses, brackets, unary operators and conditional operators. */
export const maximumNesting = 50

/** Precedence of binary operators. All of them are left-associative. */
const powers: Readonly<Record<LogicalOperator | ComparingOperator | ArithmeticOperator, number>> = {
  '||': 1,
  '&&': 2,
  '==': 3,
  '!=': 3,
  '===': 3,
  '!==': 3,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  in: 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
}
const tightest = 7
const arithmeticOperators: readonly string[] = ['+', '-', '*', '/', '%'] satisfies ArithmeticOperator[]

const constants: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
])

/** Parts of the language that conditions do not have: arithmetic, and the variables of the space and the page. */
export interface Dialect {
  readonly arithmetic: boolean
  readonly variables: boolean
}

const ofConditions: Dialect = { arithmetic: false, variables: false }

/** Parses a condition, or an expression of another dialect. Throws a ConditionFault for invalid text. */
export function parseExpression(text: string, dialect = ofConditions): Expression {
  const parser = new Parser(tokensOf(text, dialect), dialect)
  const expression = parser.choice()
  parser.assertEnd()
  return expression
}

const isArithmetic = (operator: string): operator is ArithmeticOperator =>
  arithmeticOperators.includes(operator)

/** A Pratt parser: operands with their postfixes, joined by operators in the order of precedence. */
class Parser {
  readonly #tokens: readonly Token[]
  readonly #dialect: Dialect
  #index = 0
  #nesting = 0

  constructor(tokens: readonly Token[], dialect: Dialect) {
    this.#tokens = tokens
    this.#dialect = dialect
  }

  choice(): Expression {
    const test = this.#operation(1)
    const { position } = this.#token
    if (!this.#skips('?')) return test
    const whenTrue = this.#nested(() => this.choice())
    this.#expect(':')
    const whenFalse = this.#nested(() => this.choice())
    return { kind: 'conditional', position, test, whenTrue, whenFalse }
  }

  assertEnd(): void {
    if (this.#token.type !== 'end') throw this.#fault('CONDITION_WITHOUT_OPERATOR', 'an operator or the end')
  }

  get #token(): Token {
    return this.#tokens[this.#index] as Token
  }

  #operation(power: number): Expression {
    let left = this.#operand()
    while (true) {
      const { text, position } = this.#token
      const operator = text as keyof typeof powers
      if (!Object.hasOwn(powers, operator) || powers[operator] < power) return left
      if (isArithmetic(operator) && !this.#dialect.arithmetic) return left
      this.#index++
      const right = this.#operation(powers[operator] + 1)
      if (operator === '&&' || operator === '||') left = { kind: 'logical', position, operator, left, right }
      else if (isArithmetic(operator)) left = { kind: 'arithmetic', position, operator, left, right }
      else left = { kind: 'comparison', position, operator, left, right }
    }
  }

  #operand(): Expression {
    const { position } = this.#token
    for (const operator of ['!', '-'] as const)
      if (this.#skips(operator))
        return { kind: 'unary', position, operator, operand: this.#nested(() => this.#operation(tightest)) }
    return this.#chain(this.#primary())
  }

  #primary(): Expression {
    const token = this.#token
    const { position, text } = token
    if (this.#skips('(')) return this.#closed(')', () => this.choice())
    if (this.#skips('[')) return { kind: 'array', position, items: this.#closed(']', () => this.#items()) }
    if (token.type === 'number' || token.type === 'string') {
      this.#index++
      return { kind: 'literal', position, value: token.value }
    }
    if (token.type !== 'name' || text === 'in') throw this.#fault('CONDITION_WITHOUT_OPERAND', 'an operand')
    if (constants.has(text)) {
      this.#index++
      return { kind: 'literal', position, value: constants.get(text) }
    }
    if (this.#dialect.variables && (text === 'space' || text === 'page')) return this.#variables(text)
    return this.#claims()
  }

  #variables(scope: VariableScope): Expression {
    const { position } = this.#token
    this.#index++
    if (!this.#skips('.') && !this.#skips('?.')) throw this.#missing('.vars', ` behind ${scope}`)
    if (this.#token.text !== 'vars') throw this.#missing('vars', ` behind ${scope}.`)
    this.#index++
    return { kind: 'variables', position, scope }
  }

  /** The only name in a condition is `visitor.claims`. */
  #claims(): Expression {
    const { position, text } = this.#token
    if (text !== 'visitor') throw this.#missing('visitor.claims')
    this.#index++
    if (!this.#skips('.') && !this.#skips('?.')) throw this.#missing('.claims', ' behind visitor')
    if (this.#token.text !== 'claims') throw this.#missing('claims', ' behind visitor.')
    this.#index++
    return { kind: 'claims', position }
  }

  #items(): Expression[] {
    if (this.#sees(']')) return []
    const items = [this.choice()]
    while (this.#skips(',')) items.push(this.choice())
    return items
  }

  /** Parses the members and calls after an operand. */
  #chain(operand: Expression): Expression {
    let expression = operand
    let isOptional = false
    while (true) {
      const { position } = this.#token
      const optional = this.#skips('?.')
      isOptional ||= optional
      if (this.#skips('[')) {
        const key = this.#closed(']', () => this.choice())
        expression = { kind: 'member', position, object: expression, key, optional }
      } else if (optional || this.#skips('.')) expression = this.#named(expression, optional, position)
      else return isOptional ? { kind: 'chain', position: operand.position, expression } : expression
    }
  }

  #named(object: Expression, optional: boolean, position: number): Expression {
    const { type, text, position: namePosition } = this.#token
    if (type !== 'name') throw this.#fault('CONDITION_WITHOUT_NAME', 'a name')
    this.#index++
    if (!this.#sees('(')) {
      const key: Expression = { kind: 'literal', position: namePosition, value: text }
      return { kind: 'member', position, object, key, optional }
    }
    if (!isMethod(text))
      throw new ConditionFault(
        namePosition,
        conditionProblem(
          'CONDITION_METHOD_UNKNOWN',
          `expected includes, startsWith or endsWith before (, found ${text}`,
          { found: text },
        ),
      )
    this.#index++
    const argument = this.#closed(')', () => this.choice())
    return { kind: 'call', position, object, method: text, argument, optional }
  }

  #closed<Result>(closing: string, read: () => Result): Result {
    const result = this.#nested(read)
    this.#expect(closing)
    return result
  }

  #nested<Result>(read: () => Result): Result {
    if (this.#nesting === maximumNesting)
      throw new ConditionFault(
        this.#token.position,
        conditionProblem(
          'CONDITION_TOO_DEEP',
          `expected a condition that is nested at most ${maximumNesting} deep`,
          { maximum: maximumNesting },
        ),
      )
    this.#nesting++
    const result = read()
    this.#nesting--
    return result
  }

  #sees(text: string): boolean {
    return this.#token.type === 'symbol' && this.#token.text === text
  }

  #skips(text: string): boolean {
    const sees = this.#sees(text)
    if (sees) this.#index++
    return sees
  }

  #expect(text: string): void {
    if (!this.#skips(text)) throw this.#missing(text)
  }

  /** Creates the fault of a text without a symbol or a word of the language. `where` is told in English alone. */
  #missing(expected: string, where = ''): ConditionFault {
    const message = this.#expectation(`${expected}${where}`)
    const problem = conditionProblem('CONDITION_WITHOUT_SYMBOL', message, { expected })
    return new ConditionFault(this.#token.position, problem)
  }

  #fault(
    name: 'CONDITION_WITHOUT_NAME' | 'CONDITION_WITHOUT_OPERAND' | 'CONDITION_WITHOUT_OPERATOR',
    expected: string,
  ): ConditionFault {
    return new ConditionFault(this.#token.position, conditionProblem(name, this.#expectation(expected)))
  }

  #expectation(expected: string): string {
    const { type, text } = this.#token
    return `expected ${expected}, ${type === 'end' ? 'but the text ends' : `found ${text}`}`
  }
}

const isMethod = (text: string): text is Method => (methods as readonly string[]).includes(text)
