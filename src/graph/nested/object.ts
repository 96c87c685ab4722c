import type { GraphQLObjectType } from 'graphql'
import type { FieldPlan, TypePlan } from '../plan/field-plan.ts'
import { type LeafSql, leafOrNull, quoted, TextSql, textOr } from '../sql/json-sql.ts'
import type { SlotEvent, Slots } from './answer.ts'
import type { AnswerForm } from './answer-form.ts'
import { typenameText } from './leaf-text.ts'
import { NotNested } from './not-nested.ts'

/** The value of a field as SQL, or the code that writes it. */
export type FieldText =
  | { readonly kind: 'text'; readonly text: TextSql }
  | { readonly kind: 'nullable'; readonly check: TextSql; readonly leaf: LeafSql }
  | { readonly kind: 'code'; readonly check: TextSql; readonly event: SlotEvent }
  /** Null where a condition is not met. */
  | { readonly kind: 'guarded'; readonly condition: string; readonly value: FieldText }

export const textOf = (text: TextSql): FieldText => ({ kind: 'text', text })

/** Writes the objects of an answer as SQL, in the form of the answer: their members, and what is written of null. */
export class NestedObjects {
  readonly #slots: Slots
  /** The form of the answer; undefined for the data of GraphQL. */
  readonly form: AnswerForm | undefined

  constructor(slots: Slots, form: AnswerForm | undefined) {
    this.#slots = slots
    this.form = form
  }

  /** Returns the name of the type that a field was selected on. */
  typename(field: FieldPlan): TextSql {
    return new TextSql().literal(typenameText(field.parentType, this.form))
  }

  /** Returns the name of the type that the value of a column tells. */
  typenameBy(
    column: string,
    types: readonly { readonly member: string; readonly type: GraphQLObjectType }[],
  ): TextSql {
    const branches = types.map(
      ({ member, type }) => `WHEN ${quoted(member)} THEN ${quoted(typenameText(type, this.form))}`,
    )
    return new TextSql().optional(`CASE ${column} ${branches.join(' ')} END`)
  }

  /** Returns an object with a member for each field. */
  object({ type, fields }: TypePlan, fieldText: (field: FieldPlan) => FieldText): TextSql {
    const beginning = this.form?.beginningOf(type) ?? ''
    const text = new TextSql().literal(`{${beginning}`)
    let isEmpty = beginning === ''
    for (const field of fields) {
      const memberForm = this.form?.memberForm(field.key, field.field) ?? 'always'
      if (memberForm === 'never') continue
      const name = `${isEmpty ? '' : ','}${JSON.stringify(field.key)}:`
      if (memberForm === 'always' || !field.nullable) {
        text.literal(name).add(this.value(field, fieldText(field)))
      } else {
        // Whether a comma follows must be known.
        if (isEmpty) throw new NotNested()
        text.add(this.#memberUnlessNull(name, field, fieldText(field)))
      }
      isEmpty = false
    }
    return text.literal('}')
  }

  connection(plan: TypePlan, partOf: (part: FieldPlan) => TextSql): TextSql {
    if (!this.form) return this.object(plan, (part) => textOf(partOf(part)))
    const { parts, end } = this.form.connection(plan.fields.map(({ field }) => field.name))
    if (parts.length < plan.fields.length) throw new NotNested()
    const text = new TextSql()
    for (const { before, name } of parts) {
      const part = plan.fields.find(({ field }) => field.name === name) as FieldPlan
      text.literal(before).add(partOf(part))
    }
    return text.literal(end)
  }

  value(field: FieldPlan, given: FieldText): TextSql {
    const ofNull = field.nullable ? 'null' : this.#slots.fault
    switch (given.kind) {
      case 'text':
        return given.text
      case 'nullable':
        return field.nullable
          ? given.check.value(textOr(leafOrNull(given.leaf), ofNull))
          : given.check.leaf(given.leaf, ofNull)
      case 'code':
        return given.check.literal(this.#slots.slot(given.event))
      case 'guarded': {
        const value = this.value(field, given.value).sql
        return new TextSql().value(`CASE WHEN ${given.condition} THEN ${value} ELSE ${quoted(ofNull)} END`)
      }
    }
  }

  /** Returns the value of a field behind its name, or nothing if it is null. */
  #memberUnlessNull(name: string, field: FieldPlan, given: FieldText): TextSql {
    switch (given.kind) {
      case 'text':
        return new TextSql().literal(name).add(given.text)
      case 'nullable':
        return given.check.optional(leafOrNull({ ...given.leaf, before: name + given.leaf.before }))
      case 'code': {
        const event: SlotEvent = (writing, text) => {
          const value = given.event(writing, text)
          return value === 'null' ? '' : name + value
        }
        return given.check.literal(this.#slots.slot(event))
      }
      case 'guarded': {
        const member = this.#memberUnlessNull(name, field, given.value).sql
        return new TextSql().optional(`CASE WHEN ${given.condition} THEN ${member} END`)
      }
    }
  }
}
