import { type GraphQLArgument, getNullableType, isInputObjectType, isRequiredArgument } from 'graphql'
import { isConnectionType } from './connection-form.ts'
import { body, isSource, type NestedSources, path, query, type VariableSource } from './route.ts'
import { parameterNames } from './router.ts'
import { type Input, isEmpty, type Row, Variable } from './row.ts'
import type { Step } from './steps.ts'

interface Target {
  readonly step: Step
  readonly argument: GraphQLArgument
}

export interface Declaration {
  readonly name: string
  readonly type: string
  readonly source: VariableSource | NestedSources | undefined
}

/** Finds what sets the arguments of a row. The rules are those that `routesOf` explains. */
export class Binding {
  readonly #row: Row
  readonly #targets: readonly Target[]
  readonly #owners: readonly string[]
  readonly values = new Map<GraphQLArgument, string>()
  readonly declarations: readonly Declaration[]

  constructor(row: Row, steps: readonly Step[], owners: readonly string[]) {
    this.#row = row
    this.#owners = owners
    this.#targets = steps.flatMap((step) => step.args.map((argument) => ({ step, argument })))
    const listed = Object.entries(row.inputs ?? {}).flatMap(([name, input]) => this.#bindListed(name, input))
    const implied = [...this.#bindPath(), ...this.#bindBody(), ...this.#bindPage(steps.at(-1) as Step)]
    this.declarations = [...implied, ...listed]
    this.#checkRequired()
  }

  #bindListed(name: string, input: Input): Declaration[] {
    const target = this.#targets.findLast(({ argument }) => argument.name === name)
    if (typeof input === 'string') {
      if (!target) throw this.#unknown(name)
      this.values.set(target.argument, input)
      return []
    }
    if (target) this.values.set(target.argument, `$${name}`)
    if (input instanceof Variable) return [{ name, type: input.type, source: input.source }]
    if (!target) throw this.#unknown(name)
    return [{ name, type: typeOf(target.argument), source: input }]
  }

  #unknown(name: string): Error {
    const known = this.#targets.map(({ step, argument }) => `${argument.name} of ${step.name}`)
    return new Error(
      `inputs has ${name}, but no field of ${this.#row.field} has such an argument, only ${known.join(', ') || 'none'}: ` +
        `correct the name, or declare a variable of the reply by ${name}: variable(type, source)`,
    )
  }

  #bindPath(): Declaration[] {
    const listed = new Set(Object.values(this.#row.inputs ?? {}).flatMap(pathsIn))
    const names = parameterNames(this.#row.path).filter((name) => !listed.has(name))
    const rules = [hasName, hasMember, hasEnding]
    const found = new Map<string, Declaration>()
    for (const rule of rules)
      for (const name of names) {
        if (found.has(name)) continue
        const fitting = this.#unset().filter(({ argument }) => rule(argument, name))
        const target = fitting.find(({ argument }) => isRequiredArgument(argument)) ?? fitting[0]
        if (!target) continue
        const source = rule === hasMember ? { [name]: path(name) } : path(name)
        found.set(name, this.#declare(rule === hasMember ? target.argument.name : name, target, source))
      }
    const [first, second, ...others] = names.map((name) => found.get(name) ?? this.#unused(name))
    if (!first || !second) return first ? [first] : []
    const isSecond = this.#owners.includes(first.name) && !first.type.endsWith('!')
    return isSecond ? [second, first, ...others] : [first, second, ...others]
  }

  #unused(name: string): never {
    const free = this.#unset().map(({ step, argument }) => `${argument.name} of ${step.name}`)
    throw new Error(
      `the path parameter ${name} sets no argument of ${this.#row.field}: name it after one that is not set (${free.join(', ') || 'there is none'}), ` +
        `or say in inputs which one it sets, such as { ${free[0]?.split(' ')[0] ?? 'argument'}: path('${name}') }`,
    )
  }

  #bindBody(): Declaration[] {
    if (!['POST', 'PUT', 'PATCH'].includes(this.#row.method)) return []
    const target = this.#unset().find(({ argument }) => argument.name === 'input')
    return target ? [this.#declare('input', target, body())] : []
  }

  #bindPage(last: Step): Declaration[] {
    if (isEmpty(this.#row) || !isConnectionType(last.type)) return []
    const sources = { first: query('limit'), after: query('page') }
    return Object.entries(sources).flatMap(([name, source]) => {
      const target = this.#unset().find(({ step, argument }) => step === last && argument.name === name)
      return target ? [this.#declare(name, target, source)] : []
    })
  }

  /** Returns the arguments that nothing sets. */
  #unset(): Target[] {
    return this.#targets.filter(({ argument }) => !this.values.has(argument))
  }

  #declare(name: string, { argument }: Target, source: VariableSource | NestedSources): Declaration {
    this.values.set(argument, `$${name}`)
    return { name, type: typeOf(argument), source }
  }

  #checkRequired(): void {
    const missing = this.#unset().find(({ argument }) => isRequiredArgument(argument))
    if (!missing) return
    const { step, argument } = missing
    throw new Error(
      `nothing sets the required argument ${argument.name} of ${step.name}: name a path parameter after it, ` +
        `or say in inputs what sets it, such as { ${argument.name}: query('${argument.name}') }`,
    )
  }
}

/** Returns the type of a variable that sets the argument. One that has a default may be left out. */
const typeOf = ({ type, defaultValue }: GraphQLArgument): string =>
  String(defaultValue === undefined ? type : getNullableType(type))

const hasName = (argument: GraphQLArgument, name: string): boolean => argument.name === name

function hasMember({ type }: GraphQLArgument, name: string): boolean {
  const object = getNullableType(type)
  return isInputObjectType(object) && object.isOneOf && object.getFields()[name] !== undefined
}

const hasEnding = (argument: GraphQLArgument, name: string): boolean =>
  name.endsWith(`${argument.name[0]?.toUpperCase()}${argument.name.slice(1)}`)

function pathsIn(input: Input): string[] {
  if (typeof input === 'string') return []
  if (input instanceof Variable) return input.source ? pathsIn(input.source) : []
  if (isSource(input)) return input.from === 'path' ? [input.name] : []
  return Object.values(input).flatMap(pathsIn)
}
