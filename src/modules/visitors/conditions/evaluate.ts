import type { VisitorClaims } from '../visitor.ts'
import type { Binary, Call, ComparingOperator, Expression, Member, UnaryOperator } from './syntax.ts'

/** Maximum steps of one evaluation: one for each node of the tree, each element and each compared piece of text. */
const stepBudget = 10_000
const charactersOfAStep = 1_000

/** Ends an evaluation early, because operands have the wrong type or it takes too long. */
class Abandoned extends Error {}

/** The value of the rest of a chain after a `?.` on null or undefined. */
const nothing = Symbol('nothing')

/**
 * Returns whether the expression is truthy for the claims, as in JavaScript. Never throws: returns false where
 * JavaScript would throw, such as for `.includes` of a number, and where it takes too long.
 */
export function isTruthy(expression: Expression, claims: VisitorClaims): boolean {
  try {
    return Boolean(new Evaluation(claims).valueOf(expression))
  } catch (error) {
    if (error instanceof Abandoned) return false
    throw error
  }
}

class Evaluation {
  readonly #claims: VisitorClaims
  #stepsLeft = stepBudget

  constructor(claims: VisitorClaims) {
    this.#claims = claims
  }

  valueOf(expression: Expression): unknown {
    this.#spend(1)
    switch (expression.kind) {
      case 'literal':
        return expression.value
      case 'array':
        return expression.items.map((item) => this.valueOf(item))
      case 'claims':
        return this.#claims
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
