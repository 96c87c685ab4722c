import type { Viewer } from '../access/viewer.ts'
import type { Config } from '../config.ts'
import { type Context, viewerOf } from './context.ts'

/** The values that a computed field may use besides its row and arguments. */
export interface Scope {
  readonly viewer: Viewer
  readonly config: Config
}

/** The scope in a context, whose viewer is asked for only where there must be one. */
class ContextScope implements Scope {
  readonly config: Config
  readonly #context: Context

  constructor(context: Context) {
    this.config = context.config
    this.#context = context
  }

  get viewer(): Viewer {
    return viewerOf(this.#context)
  }
}

export const scopeOf = (context: Context): Scope => new ContextScope(context)
