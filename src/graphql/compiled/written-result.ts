import type { ExecutionResult } from 'graphql'

/** A result whose data is written as JSON already. Yoga sends what `stringify` returns. */
export interface WrittenResult extends ExecutionResult {
  readonly stringify: () => string
  /** Returns the result with more extensions. */
  readonly withExtensions: (extensions: Record<string, unknown>) => WrittenResult
}

export const isWritten = (result: ExecutionResult): result is WrittenResult => 'withExtensions' in result

/** Returns a result from the text of its data, which is parsed where it is read: REST translates it. */
export function writtenResult(text: string, extensions?: Record<string, unknown>): WrittenResult {
  let data: Record<string, unknown> | undefined
  return {
    get data() {
      data ??= JSON.parse(text) as Record<string, unknown>
      return data
    },
    ...(extensions && { extensions }),
    stringify: () =>
      extensions ? `{"data":${text},"extensions":${JSON.stringify(extensions)}}` : `{"data":${text}}`,
    withExtensions: (more) => writtenResult(text, { ...extensions, ...more }),
  }
}
