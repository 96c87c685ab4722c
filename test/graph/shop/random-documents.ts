import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from 'graphql'
import type { Random } from '../../support/random.ts'

/** The cursors that answers had, by the name of their list. */
export type Cursors = Map<string, string[]>

export interface RandomDocument {
  readonly document: string
  readonly variables: Readonly<Record<string, unknown>>
}

/** The ids that are asked for. The last are those of nothing. */
const ids = {
  customer: ['customer1', 'customer2', 'customer3', 'customer4', 'customer5', 'customer6', 'customer9'],
  node: [
    'customer2',
    'customer3',
    'order3',
    'order8',
    'line2@order3',
    'product6',
    'praise3',
    'complaint4',
    '?',
  ],
}

const deepest = 5

type Field = GraphQLField<unknown, unknown>

/** Writes a document over a schema. Each field has a key of its own, which begins with its name. */
export class DocumentWriter {
  readonly #schema: GraphQLSchema
  readonly #random: Random
  readonly #cursors: Cursors
  readonly #isSelected: (field: Field) => boolean
  readonly #variables: Record<string, unknown> = {}
  readonly #declared: string[] = []
  readonly #fragments: string[] = []
  #fields = 0
  #left: number

  /** The document has only fields for which `isSelected` holds. */
  constructor(
    schema: GraphQLSchema,
    random: Random,
    { cursors, isSelected }: { readonly cursors: Cursors; readonly isSelected: (field: Field) => boolean },
  ) {
    this.#schema = schema
    this.#random = random
    this.#cursors = cursors
    this.#isSelected = isSelected
    this.#left = 5 + this.#below(16)
  }

  write(): RandomDocument {
    const query = this.#fieldsOf(this.#schema.getQueryType() as GraphQLNamedType, deepest)
    const roots = Array.from({ length: 1 + this.#below(2) }, () => this.#field(this.#oneOf(query), deepest))
    const declared = this.#declared.length > 0 ? `(${this.#declared.join(', ')})` : ''
    const document = [`query${declared} { ${roots.join(' ')} }`, ...this.#fragments].join('\n')
    return { document, variables: this.#variables }
  }

  #below(end: number): number {
    return Math.floor(this.#random() * end)
  }

  #oneOf<Value>(values: readonly Value[]): Value {
    return values[this.#below(values.length)] as Value
  }

  #field(field: Field, depth: number): string {
    const type = getNamedType(field.type)
    const key = `${field.name}_${this.#fields++}`
    this.#left--
    const selection = isLeafType(type) ? '' : this.#selection(type, depth - 1)
    return `${key}: ${field.name}${this.#arguments(field)} ${selection}`
  }

  #selection(type: GraphQLNamedType, depth: number): string {
    const parts = ['__typename']
    if (isAbstractType(type))
      for (const possible of this.#schema.getPossibleTypes(type))
        if (this.#random() < 0.4) parts.push(`... on ${possible.name} ${this.#selection(possible, depth)}`)
    const fields = this.#fieldsOf(type, depth)
    for (let count = 1 + this.#below(4); count > 0 && this.#left > 0 && fields.length > 0; count--)
      parts.push(this.#wrapped(type, this.#field(this.#oneOf(fields), depth)))
    return `{ ${parts.join(' ')} }`
  }

  /** Returns the fields of a type, without those that lead to objects at the end of a document. */
  #fieldsOf(type: GraphQLNamedType, depth: number): Field[] {
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
    return fields.filter(
      (field) => this.#isSelected(field) && (depth > 0 || isLeafType(getNamedType(field.type))),
    )
  }

  /** Puts a field into a fragment or under a directive, or selects it twice. */
  #wrapped(type: GraphQLNamedType, field: string): string {
    const chance = this.#random()
    if (chance < 0.1) return `... on ${type.name} { ${field} }`
    if (chance < 0.2)
      return `... @include(if: ${this.#variable('Boolean!', this.#random() < 0.7)}) { ${field} }`
    if (chance < 0.25) return `${field} ${field}`
    if (chance >= 0.3) return field
    const name = `F${this.#fragments.length}`
    this.#fragments.push(`fragment ${name} on ${type.name} { ${field} }`)
    return `...${name} ...${name}`
  }

  #arguments({ name, args }: Field): string {
    const passed = args.flatMap((argument) => {
      const value = this.#valueOf(name, argument)
      return value === undefined ? [] : [`${argument.name}: ${this.#variable(String(argument.type), value)}`]
    })
    return passed.length > 0 ? `(${passed.join(', ')})` : ''
  }

  /** Returns the value of an argument of a field; undefined for none. */
  #valueOf(field: string, { name }: GraphQLArgument): unknown {
    const chance = this.#random()
    switch (name) {
      case 'id':
        return this.#oneOf(field === 'node' ? ids.node : ids.customer)
      case 'first':
        return chance < 0.6 ? this.#below(4) : undefined
      case 'last':
        return chance < 0.05 ? this.#below(4) : undefined
      case 'after':
        return chance < 0.3 ? this.#oneOf(this.#cursors.get(field) ?? [undefined]) : undefined
      case 'before':
        return chance < 0.05 ? this.#oneOf(this.#cursors.get(field) ?? ['?']) : undefined
      case 'above':
        return chance < 0.3 ? this.#below(30) : undefined
      case 'orderBy':
        return chance < 0.4 ? { field: this.#oneOf(['NUMBER', 'MARGIN']), direction: 'DESC' } : undefined
      default:
        throw new Error(`no document has the argument ${name} of ${field}`)
    }
  }

  #variable(type: string, value: unknown): string {
    const name = `v${this.#declared.length}`
    this.#declared.push(`$${name}: ${type}`)
    this.#variables[name] = value
    return `$${name}`
  }
}

/** Adds the cursors of a part of an answer, which is in a list of the name. */
export function collectCursors(cursors: Cursors, value: unknown, list = ''): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value)) {
    const [name = ''] = key.split('_')
    const isCursor = /cursor$/i.test(name) && typeof member === 'string'
    if (isCursor) cursors.set(list, [...(cursors.get(list) ?? []), member].slice(-20))
    const isPart = /^(nodes|edges|node|pageInfo|\d+)$/.test(name)
    collectCursors(cursors, member, isPart ? list : name)
  }
}
