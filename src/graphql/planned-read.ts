import type { Where } from '../database/where.ts'
import type { ModelDeclaration, Policy } from './model-registry.ts'

/** The extension of a field that finds one row: the name of its model. */
export const singleExtension = 'single'

/** The row that a field would read, which its resolver returns for a context that only plans. */
export class PlannedRow {
  readonly declaration: ModelDeclaration
  readonly where: Where
  /** The rows among which it is found. */
  readonly policy: Policy

  constructor(declaration: ModelDeclaration, where: Where, policy: Policy) {
    this.declaration = declaration
    this.where = where
    this.policy = policy
  }
}
