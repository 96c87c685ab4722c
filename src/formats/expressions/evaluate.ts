import type {
  ArithmeticOperator,
  Binary,
  Call,
  ComparingOperator,
  Expression,
  Member,
  UnaryOperator,
} from './syntax.ts'

/** Maximum steps of one evaluation: one for each node of the tree, each element and each compared piece of text. */
const stepBudget = 10_000
const charactersOfAStep = 1_000

/** Maximum characters of a text that an expression makes. */
const longestText = 10_000

/** The values that expressions and conditions know by name. */
export interface Names {
  readonly claims: Readonly<Record<string, unknown>>
  readonly space?: Readonly<Record<string, unknown>>
  readonly page?: Readonly<Record<string, unknown>>
}

/** Ends an evaluation early, because operands have the wrong type or it takes too long. */
class Abandoned extends Error {}

/** The value of the rest of a chain after a `?.` on null or undefined. */
const nothing = Symbol('nothing')

/**
 * Returns the value of an expression, as in JavaScript. Never throws: it is undefined where JavaScript would throw, such as for
 * `.includes` of a number, and where it takes too long.
 */
export function evaluated(expression: Expression, names: Names): unknown {
  try {
    return new Evaluation(names).valueOf(expression)
  } catch (error) {
    if (error instanceof Abandoned) return undefined
    throw error
  }
}

class Evaluation {
  readonly #names: Names
  #stepsLeft = stepBudget

  constructor(names: Names) {
    this.#names = names
  }

  valueOf(expression: Expression): unknown {
    this.#spend(1)
    switch (expression.kind) {
      case 'literal':
        return expression.value
      case 'array':
        return expression.items.map((item) => this.valueOf(item))
      case 'claims':
        return this.#names.claims
      case 'variables':
        return this.#names[expression.scope] ?? {}
      case 'member':
        return this.#member(expression)
      case 'call':
        return this.#call(expression)
      case 'chain': {
        const value = this.valueOf(expression.expression)
        return value === nothing ? undefined : value
      }
      case 'unary':
        return this.#unary(expression.operator, this.valueOf(expression.operand))
      case 'logical': {
        const left = this.valueOf(expression.left)
        return Boolean(left) === (expression.operator === '&&') ? this.valueOf(expression.right) : left
      }
      case 'comparison':
        return this.#comparison(expression)
      case 'arithmetic':
        return this.#arithmetic(expression)
      case 'conditional':
        return this.valueOf(this.valueOf(expression.test) ? expression.whenTrue : expression.whenFalse)
    }
  }

  #spend(steps: number): void {
    this.#stepsLeft -= steps
    if (this.#stepsLeft < 0) throw new Abandoned()
  }

  /** Reads own members only: inherited members are not claims. */
  #member({ object: parent, key: keyExpression, optional }: Member): unknown {
    const object = this.valueOf(parent)
    if (object === nothing || (optional && object == null)) return nothing
    const key = this.valueOf(keyExpression)
    if (typeof key !== 'string' && typeof key !== 'number') throw new Abandoned()
    if (object == null || !Object.hasOwn(Object(object), key)) return undefined
    return (object as Readonly<Record<string | number, unknown>>)[key]
  }

  #call({ object: parent, method, argument: argumentExpression, optional }: Call): unknown {
    const object = this.valueOf(parent)
    if (object === nothing || (optional && object == null)) return nothing
    const argument = this.valueOf(argumentExpression)
    if (method === 'includes' && Array.isArray(object)) return this.#contains(object, argument)
    if (typeof object !== 'string' || typeof argument !== 'string') throw new Abandoned()
    this.#spendOnText(object.length * (method === 'includes' ? argument.length : 1))
    return object[method](argument)
  }

  #unary(operator: UnaryOperator, operand: unknown): unknown {
    if (operator === '!') return !operand
    if (typeof operand !== 'number') throw new Abandoned()
    return -operand
  }

  #comparison({ operator, left, right }: Binary<'comparison', ComparingOperator>): boolean {
    const first = this.valueOf(left)
    const second = this.valueOf(right)
    switch (operator) {
      case '===':
        return this.#isSame(first, second)
      case '!==':
        return !this.#isSame(first, second)
      case '==':
        return (first == null && second == null) || this.#isSame(first, second)
      case '!=':
        return !((first == null && second == null) || this.#isSame(first, second))
      case 'in':
        return this.#isIn(first, second)
      default:
        return this.#isOrdered(operator, first, second)
    }
  }

  /** Adds numbers, or joins texts with texts and numbers. The other operators take numbers. */
  #arithmetic({ operator, left, right }: Binary<'arithmetic', ArithmeticOperator>): string | number {
    const first = this.valueOf(left)
    const second = this.valueOf(right)
    if (typeof first === 'number' && typeof second === 'number') return calculated(operator, first, second)
    if (operator !== '+' || !isText(first) || !isText(second)) throw new Abandoned()
    const joined = `${first}${second}`
    if (joined.length > longestText) throw new Abandoned()
    this.#spendOnText(joined.length)
    return joined
  }

  #isSame(first: unknown, second: unknown): boolean {
    if (typeof first === 'string' && typeof second === 'string')
      this.#spendOnText(Math.min(first.length, second.length))
    return first === second
  }

  #contains(array: readonly unknown[], wanted: unknown): boolean {
    return array.some((item) => {
      this.#spend(1)
      return this.#isSame(item, wanted)
    })
  }

  /**
   * Returns whether an array contains the element, unlike in JavaScript, or an object has an own member with the
   * name.
   */
  #isIn(wanted: unknown, container: unknown): boolean {
    if (Array.isArray(container)) return this.#contains(container, wanted)
    if (typeof wanted !== 'string' || typeof container !== 'object' || container === null)
      throw new Abandoned()
    return Object.hasOwn(container, wanted)
  }

  /** Compares two numbers or two texts. Every comparison with a missing value is false. */
  #isOrdered(operator: '<' | '<=' | '>' | '>=', first: unknown, second: unknown): boolean {
    if (first == null || second == null) return false
    const areNumbers = typeof first === 'number' && typeof second === 'number'
    const areTexts = typeof first === 'string' && typeof second === 'string'
    if (!areNumbers && !areTexts) throw new Abandoned()
    if (areTexts) this.#spendOnText(Math.min(first.length, second.length))
    switch (operator) {
      case '<':
        return first < second
      case '<=':
        return first <= second
      case '>':
        return first > second
      case '>=':
        return first >= second
    }
  }

  #spendOnText(characters: number): void {
    this.#spend(Math.floor(characters / charactersOfAStep))
  }
}

const isText = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

function calculated(operator: ArithmeticOperator, first: number, second: number): number {
  switch (operator) {
    case '+':
      return first + second
    case '-':
      return first - second
    case '*':
      return first * second
    case '/':
      return first / second
    case '%':
      return first % second
  }
}
