import { textOf } from '../nested/object.ts'
import { countOne } from '../nested/scope.ts'
import { columnsOf } from '../plan/needs.ts'
import type { FieldKind, PlanKind } from './field-kind.ts'

/** The same row as another type. */
const sameKind: FieldKind = {
  name: 'same',
  needs: (field, columns) => columns.include(columnsOf(field)),
  rowSets: (field, rowSet, setting) => setting.addSelection(rowSet, field),
  sql: (field, current, writer) => textOf(writer.scope.slot(countOne).add(writer.object(field, current))),
  text: (field, writer) => writer.counted(field, (_writing, value) => value),
  values: (field, batch) => batch.count(field, ({ source }) => source),
}

export const same: PlanKind = ({ declared, isPlain }) =>
  isPlain && declared?.kind === 'same' ? sameKind : undefined
