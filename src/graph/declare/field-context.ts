import type { Config, Context, Viewer } from '../application.ts'
import { viewerOf } from '../host.ts'

/** The values that a computed field may use besides its row and arguments. */
export interface FieldContext {
  readonly viewer: Viewer
  readonly config: Config
}

/** Reads the viewer of the request only when a field uses it, because not every request has one. */
class RequestFieldContext implements FieldContext {
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

export const fieldContextOf = (context: Context): FieldContext => new RequestFieldContext(context)
