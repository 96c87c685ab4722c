import { typename as typenameText } from '../nested/leaf-text.ts'
import { textOf } from '../nested/object.ts'
import { isTypename } from '../plan/field-plan.ts'
import type { FieldKind, Strategy } from './field-kind.ts'

/** `__typename`. A column may tell the type of a row of an interface. */
const typenameStrategy: Strategy = {
  kind: 'typename',
  needs: () => {},
  sql: (field, { typename }, { scope }) => textOf(typename ?? scope.objects.typename(field)),
  text: (field, { form }) => typenameText(field, form),
  values: (field, batch) => batch.count(field, ({ type }) => type.name),
  rowSetOfQuery: () => undefined,
  sqlOfQuery: (field, { scope }) => scope.objects.typename(field),
}

export const typename: FieldKind = {
  plan: (field) => (isTypename(field) ? typenameStrategy : undefined),
}
