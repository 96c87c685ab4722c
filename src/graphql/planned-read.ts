import type { Where } from '../database/where.ts'
import type { ModelDeclaration } from './model-registry.ts'

/** The extension of a field that finds one row: the name of its model. */
export const singleExtension = 'single'

/** The row that a field would read, which its resolver returns for a context that only plans. */
export class PlannedRow {
  readonly declaration: ModelDeclaration
  readonly where: Where

  constructor(declaration: ModelDeclaration, where: Where) {
    this.declaration = declaration
    this.where = where
  }
}
