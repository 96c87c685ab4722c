import type { Ask, Served } from './serve-jobs.ts'

/** A module that runs one kind of job in a thread that all kinds share. It is loaded on first use. */
export interface JobModule<Input, Result> {
  readonly run: (input: Input, ask: Ask) => Promise<Served<Result>>
}

export interface ModuleJob {
  /** The URL of a `JobModule`. */
  readonly module: string
  readonly input: unknown
}
