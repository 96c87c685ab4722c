import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  parse,
  validate,
} from 'graphql'
import { listExtension } from '../../src/graph/declare/connection.ts'
import { models } from '../../src/graph/declare/model-registry.ts'
import { singleExtension } from '../../src/graph/declare/planned-read.ts'
import { schema } from '../../src/server/graph.ts'
import { type Field, fieldsOf, usualValue } from '../contract/edge-documents.ts'
import type { Random } from '../support/random.ts'

export interface RandomDocument {
  readonly text: string
  readonly variables: Readonly<Record<string, unknown>>
  /** The fields by their keys in the answer, each key of which is of one field only. */
  readonly fields: ReadonlyMap<string, string>
}

/** The cursors that answers had, by the field of their list. */
export type Cursors = Map<string, string[]>

/** Fields whose values change with each request. */
const unsteady = ['lastUsedAt']

type Parameters = Readonly<Record<string, string>>

/** Writes a document over the whole schema. */
export const randomDocument = (random: Random, parameters: Parameters, cursors: Cursors): RandomDocument =>
  firstValid(() => new Writer(random, parameters, cursors).query())

/** A mutation with its arguments, as a document calls it. */
export interface MutationCall {
  readonly name: string
  readonly text: string
  /** The variables of its arguments, as they are declared, and their values. */
  readonly declared: readonly string[]
  readonly variables: Readonly<Record<string, unknown>>
}

/** Writes a document that calls a mutation. What it selects of the payload is random. */
export const randomMutation = (
  random: Random,
  parameters: Parameters,
  cursors: Cursors,
  call: MutationCall,
): RandomDocument => firstValid(() => new Writer(random, parameters, cursors).mutation(call))

function firstValid(write: () => RandomDocument): RandomDocument {
  for (;;) {
    const document = write()
    if (validate(schema, parse(document.text)).length === 0) return document
  }
}

const queryType = schema.getQueryType() as GraphQLNamedType

class Writer {
  readonly #random: Random
  readonly #parameters: Parameters
  readonly #cursors: Cursors
  readonly #declared: string[] = []
  readonly #variables: Record<string, unknown> = {}
  readonly #fragments: string[] = []
  readonly #fields = new Map<string, string>()
  /** Whether only fields are selected that are declared, so that one statement can read all of them. */
  readonly #isDeclaredOnly: boolean
  #left: number

  constructor(random: Random, parameters: Parameters, cursors: Cursors) {
    this.#random = random
    this.#parameters = parameters
    this.#cursors = cursors
    this.#isDeclaredOnly = random() < 0.5
    this.#left = 10 + Math.floor(random() * 50)
  }

  query(): RandomDocument {
    const chosen: Field[] = []
    for (let left = 1 + this.#below(3); left > 0; left--) chosen.push(this.#again(chosen) ?? this.#root())
    return this.#document('query', chosen.map((field) => this.#field(queryType, field)).join(' '))
  }

  mutation({ name, text, declared, variables }: MutationCall): RandomDocument {
    this.#declared.push(...declared)
    Object.assign(this.#variables, variables)
    const field = schema.getMutationType()?.getFields()[name] as Field
    return this.#document('mutation', `payload: ${text} ${this.#selection(getNamedType(field.type), 5)}`)
  }

  #document(operation: string, selected: string): RandomDocument {
    const declared = this.#declared.length === 0 ? '' : `(${this.#declared.join(', ')})`
    return {
      text: [`${operation}${declared} { ${selected} }`, ...this.#fragments].join('\n'),
      variables: this.#variables,
      fields: this.#fields,
    }
  }

  /** Most of the graph is below a few fields. */
  #root(): Field {
    const roots = fieldsOf(queryType).filter((field) => this.#isPossible(queryType, field))
    const usual = roots.filter(({ name }) => ['organization', 'space', 'site', 'node'].includes(name))
    return this.#oneOf(this.#random() < 0.6 ? usual : roots)
  }

  /** Returns a field that was chosen before, now and then: mostly it leads to the same objects once more. */
  #again(chosen: readonly Field[]): Field | undefined {
    return chosen.length > 0 && this.#random() < 0.15 ? this.#oneOf(chosen) : undefined
  }

  #isPossible(type: GraphQLNamedType, { name, extensions }: Field): boolean {
    if (!this.#isDeclaredOnly) return true
    if (type === queryType) return singleExtension in extensions || listExtension in extensions
    return models.get(type.name)?.fields.get(name)?.kind !== 'code'
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end)
  }

  #oneOf<Value>(values: readonly Value[]): Value {
    return values[this.#below(values.length)] as Value
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    const fields = fieldsOf(type).filter(
      (field) => !unsteady.includes(field.name) && this.#isPossible(type, field),
    )
    const count = 1 + this.#below(5)
    const parts = ['__typename']
    if (isAbstractType(type))
      for (const possible of schema.getPossibleTypes(type))
        if (this.#random() < 0.5) parts.push(`... on ${possible.name} ${this.#selection(possible, depth)}`)
    const chosen: Field[] = []
    while (chosen.length < count && fields.length > 0 && this.#left > 0) {
      const field = this.#again(chosen) ?? (type === queryType ? this.#root() : this.#oneOf(fields))
      chosen.push(field)
      if (depth > 0 || isLeafType(getNamedType(field.type)))
        parts.push(this.#wrapped(type, this.#field(type, field, depth)))
    }
    return `{ ${parts.join(' ')} }`
  }

  /** Puts a selection into a fragment or under a directive, or selects it twice. */
  #wrapped(type: GraphQLNamedType, selected: string): string {
    const chance = this.#random()
    if (chance < 0.08) return `... on ${type.name} { ${selected} }`
    if (chance < 0.14) {
      const name = `F${this.#fragments.length}`
      this.#fragments.push('')
      this.#fragments[Number(name.slice(1))] = `fragment ${name} on ${type.name} { ${selected} }`
      return `...${name} ...${name}`
    }
    if (chance < 0.2) {
      const condition = this.#variable('Boolean!', this.#random() < 0.5)
      return `... @${this.#oneOf(['skip', 'include'])}(if: ${condition}) { ${selected} }`
    }
    return chance < 0.25 ? `${selected} ${selected}` : selected
  }

  #field(parent: GraphQLNamedType, field: Field, depth = 5): string {
    this.#left--
    const type = getNamedType(field.type)
    const key = `k${this.#fields.size}`
    this.#fields.set(key, `${parent.name}.${field.name}`)
    const call = `${key}: ${field.name}${this.#arguments(parent, field)}`
    if (isLeafType(type)) return call
    const selected = () => `${call} ${this.#selection(type, depth - 1)}`
    // A field that is selected twice has the fields of both selections.
    return this.#random() < 0.05 ? `${selected()} ${selected()}` : selected()
  }

  #arguments(parent: GraphQLNamedType, field: Field): string {
    const isPaged = field.args.some(({ name }) => name === 'after')
    const passed = field.args.flatMap((argument) => {
      const value = isRequiredArgument(argument)
        ? this.#required(field, argument)
        : isPaged && ['first', 'after', 'last', 'before'].includes(argument.name)
          ? this.#page(parent, field, argument.name)
          : this.#random() < 0.3
            ? this.#value(argument.type, 2)
            : undefined
      if (value === undefined) return []
      return [`${argument.name}: ${this.#variable(String(argument.type), value)}`]
    })
    return passed.length === 0 ? '' : `(${passed.join(', ')})`
  }

  #required(field: Field, argument: GraphQLArgument): unknown {
    if (field.name === 'node') return this.#oneOf(Object.values(this.#parameters))
    if (field.name === 'nodes')
      return Array.from({ length: 3 }, () => this.#oneOf(Object.values(this.#parameters)))
    return usualValue(this.#parameters, field, argument)
  }

  #page(parent: GraphQLNamedType, field: Field, name: string): unknown {
    if (name === 'first') return this.#random() < 0.6 ? this.#below(4) : undefined
    if (name === 'last') return this.#random() < 0.1 ? this.#below(4) : undefined
    const known = this.#cursors.get(`${parent.name}.${field.name}`)
    return known && this.#random() < (name === 'after' ? 0.3 : 0.1) ? this.#oneOf(known) : undefined
  }

  #value(type: GraphQLInputType, depth: number): unknown {
    const nullable = getNullableType(type)
    if (!isNonNullType(type) && this.#random() < 0.1) return null
    if (isListType(nullable)) return [this.#value(nullable.ofType, depth)]
    if (isEnumType(nullable)) return this.#oneOf(nullable.getValues()).name
    if (isInputObjectType(nullable))
      return Object.fromEntries(
        Object.values(nullable.getFields())
          .filter((field) => isRequiredInputField(field) || this.#random() < 0.4)
          .map((field) => [field.name, this.#value(field.type, depth - 1)]),
      )
    switch (nullable.name) {
      case 'Boolean':
        return this.#random() < 0.5
      case 'Int':
        return this.#below(4)
      case 'ID':
        return this.#oneOf(Object.values(this.#parameters))
      case 'DateTime':
        return new Date(Date.now() - this.#below(10 ** 9)).toISOString()
      default:
        return this.#oneOf(['', 'e', 'world', 'Space'])
    }
  }

  #variable(type: string, value: unknown): string {
    const name = `v${this.#declared.length}`
    this.#declared.push(`$${name}: ${type}`)
    this.#variables[name] = value
    return `$${name}`
  }
}

/** Adds the cursors of an answer. */
export function collectCursors(
  cursors: Cursors,
  { fields }: RandomDocument,
  value: unknown,
  list?: string,
): void {
  if (Array.isArray(value)) for (const item of value) collectCursors(cursors, { fields } as never, item, list)
  else if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) {
      const field = fields.get(key) ?? ''
      const isCursor = /\.(cursor|startCursor|endCursor)$/.test(field) && typeof member === 'string'
      if (isCursor && list) cursors.set(list, [...(cursors.get(list) ?? []), member as string].slice(-20))
      const isPart = /(Connection|Edge|PageInfo)\.\w+$/.test(field)
      collectCursors(cursors, { fields } as never, member, isPart ? list : field)
    }
}
