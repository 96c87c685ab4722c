import type { GraphQLEnumType, GraphQLObjectType } from 'graphql'
import { serialized } from '../batched/values.ts'
import type { pageInfo } from '../declare/connection.ts'
import { type FieldPlan, isTypename, type TypePlan, typePlanOf } from '../plan/field-plan.ts'
import type { AnswerForm } from './answer-form.ts'
import { NotWritable } from './not-writable.ts'

/** The size of what was written of an answer. */
export interface WrittenSize {
  objects: number
  requestedObjects: number
}

/** Counts objects of the answer. `requested` is the number that was asked for, if there could be more of them. */
export function countObjects(size: WrittenSize, count: number, requested = count): void {
  size.objects += count
  size.requestedObjects += requested
}

/** Counts the objects of a value that is no leaf. */
export function countValue({ leaf }: FieldPlan, size: WrittenSize, value: unknown): void {
  if (leaf) return
  if (Array.isArray(value)) countObjects(size, value.length)
  else if (value !== null && value !== undefined) countObjects(size, 1)
}

/** Returns null for a field that may be null. */
export function nullValue(field: FieldPlan): string {
  if (!field.nullable) throw new NotWritable(`${field.path} is null`)
  return 'null'
}

export const typenameText = (type: GraphQLObjectType, form?: AnswerForm): string =>
  form?.typenameText(type) ?? JSON.stringify(type.name)

/** Returns how the name of the type that a field was selected on is written. */
export function typename({ parentType }: FieldPlan, form?: AnswerForm): () => string {
  const text = typenameText(parentType, form)
  return () => text
}

export function enumText(type: GraphQLEnumType, value: unknown, form?: AnswerForm): string {
  const name = serialized(type, value) as string
  return form?.enumText(type, name) ?? JSON.stringify(name)
}

/** The scalars whose text in the answer is that of the database. */
export const textLeaves: ReadonlySet<string> = new Set(['String', 'ID', 'URL'])

/** Writes what the argument has of the answer. */
export type TextOf<Source, Argument> = (source: Source, argument: Argument) => string

/** Returns how the fields of a type are written as an object, each from the same argument. */
export function objectText<Source, Argument>(
  { fields }: TypePlan,
  textOf: (field: FieldPlan) => TextOf<Source, Argument>,
): TextOf<Source, Argument> {
  const members = fields.map((field, index) => ({
    name: `${index === 0 ? '' : ','}${JSON.stringify(field.key)}:`,
    textOf: textOf(field),
  }))
  return (source, argument) => {
    let text = '{'
    for (const member of members) text += member.name + member.textOf(source, argument)
    return `${text}}`
  }
}

/** Returns how the fields of a type are written as an object of another form. */
export function objectTextIn<Source, Argument>(
  form: AnswerForm,
  { type, fields }: TypePlan,
  textOf: (field: FieldPlan) => TextOf<Source, Argument>,
): TextOf<Source, Argument> {
  const beginning = form.beginningOf(type)
  const members = fields.flatMap((field) => {
    const memberForm = form.memberForm(field.key, field.field)
    if (memberForm === 'never') return []
    const name = `${JSON.stringify(field.key)}:`
    return [{ name, isAlways: memberForm === 'always', textOf: textOf(field) }]
  })
  return (source, argument) => {
    let text = beginning
    for (const member of members) {
      const value = member.textOf(source, argument)
      if (value !== 'null' || member.isAlways) text += (text === '' ? '' : ',') + member.name + value
    }
    return `{${text}}`
  }
}

export type PageInformation = ReturnType<typeof pageInfo>

/** Returns how the information about a page is written as an object of the type of a field. */
export const pageInfoText = <Source>(field: FieldPlan): TextOf<Source, PageInformation> =>
  objectText(typePlanOf(field), (member) => {
    if (isTypename(member)) return typename(member)
    const name = member.field.name as keyof PageInformation
    return (_source, found) => JSON.stringify(found[name])
  })

export function arrayOf<Item>(items: readonly Item[], textOf: (item: Item) => string): string {
  let text = '['
  for (let index = 0; index < items.length; index++)
    text += index === 0 ? textOf(items[index] as Item) : `,${textOf(items[index] as Item)}`
  return `${text}]`
}
