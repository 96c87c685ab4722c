import type { Batch } from '../batched/batch.ts'
import type { MaybePromise } from '../batched/values.ts'
import { type ConnectionPart, isRead, readPart } from '../declare/connection.ts'
import { NotNested } from '../nested/not-nested.ts'
import type { FieldText } from '../nested/object.ts'
import type { ValueText, ValueTexts } from '../nested/value-text.ts'
import { connectionPartOf, type FieldPlan } from '../plan/field-plan.ts'
import type { RowSet } from '../plan/row-set.ts'
import type { FieldKind, RowSetting, Strategy } from './field-kind.ts'

/** A part of a connection, which is read with the list. */
class Part implements Strategy {
  readonly kind = 'part'
  readonly #part: ConnectionPart

  constructor(part: ConnectionPart) {
    this.#part = part
  }

  // A connection is no row.
  needs(): void {}

  rowSets(field: FieldPlan, _rowSet: RowSet, setting: RowSetting): void {
    setting.leave(field, 'It is a part of a list that code returns.')
  }

  sql(): FieldText {
    throw new NotNested()
  }

  text(field: FieldPlan, writer: ValueTexts): ValueText {
    return writer.resolved(field)
  }

  values(field: FieldPlan, batch: Batch): MaybePromise<readonly unknown[]> {
    if (batch.objects.some(({ source }) => !isRead(source, this.#part))) return batch.resolve(field)
    return batch.count(field, ({ source }) => readPart(source, this.#part))
  }
}

export const part: FieldKind = {
  plan: (field) => {
    const found = connectionPartOf(field)
    return found && new Part(found)
  },
}
