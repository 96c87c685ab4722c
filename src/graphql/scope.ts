import type { Viewer } from '../access/viewer.ts'
import type { Config } from '../config.ts'
import { type Context, viewerOf } from './context.ts'

/** The values that a computed field may use besides its row and arguments. */
export interface Scope {
  readonly viewer: Viewer
  readonly config: Config
}

export const scopeOf = (context: Context): Scope => ({
  config: context.config,
  get viewer() {
    return viewerOf(context)
  },
})
