import { contextCacheSymbol } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { Budget, Context } from '../application.ts'
import type { FieldPlan } from '../plan/field-plan.ts'
import type { WrittenSize } from './leaf-text.ts'

/** The inputs of code that runs while an answer is written. */
export interface InputsOfCode {
  readonly context: Context
  /** Counts what the code reads. */
  readonly cost: Budget | undefined
  readonly argumentsOf: (field: FieldPlan) => Record<string, unknown>
  /** Returns the info for the resolver of a field. */
  readonly infoOf: (field: FieldPlan) => GraphQLResolveInfo
}

/**
 * The state of writing an answer: the size of the text written so far, and the inputs of code. It is a class because each
 * object literal with a getter has a hidden class of its own: see `WrittenResult`.
 */
export class Writing implements WrittenSize {
  objects = 0
  requestedObjects = 0
  readonly argumentsOf: InputsOfCode['argumentsOf']
  readonly infoOf: InputsOfCode['infoOf']
  readonly #inputs: InputsOfCode
  #context: Context | undefined

  constructor(inputs: InputsOfCode) {
    this.#inputs = inputs
    this.argumentsOf = inputs.argumentsOf
    this.infoOf = inputs.infoOf
  }

  /** The context of code. It has caches of its own: what is begun to read for an answer that is not written must not count later. */
  get context(): Context {
    const { context, cost } = this.#inputs
    this.#context ??= { ...context, cost, [contextCacheSymbol]: undefined }
    return this.#context
  }
}
