import type { ExecutionResult } from 'graphql'

/** A result whose data is written as JSON already. Yoga sends what `stringify` returns. */
export interface WrittenResult extends ExecutionResult {
  readonly stringify: () => string
  /** Returns the result with more extensions. */
  readonly withExtensions: (extensions: Record<string, unknown>) => WrittenResult
}

export const isWritten = (result: ExecutionResult): result is WrittenResult => 'withExtensions' in result

/** The parts of a result that need not be parsed from its text. */
interface KnownParts {
  readonly data?: ExecutionResult['data']
  readonly errors?: ExecutionResult['errors']
}

/** Returns a result from the text of its data, which is parsed where it is read: REST translates it. */
export function writtenResult(
  text: string,
  extensions?: Record<string, unknown>,
  { data: known, errors }: KnownParts = {},
): WrittenResult {
  let data = known
  return {
    ...(errors && { errors }),
    get data() {
      data ??= JSON.parse(text) as Record<string, unknown>
      return data
    },
    ...(extensions && { extensions }),
    stringify: () => {
      const before = errors ? `"errors":${JSON.stringify(errors)},` : ''
      const after = extensions ? `,"extensions":${JSON.stringify(extensions)}` : ''
      return `{${before}"data":${text}${after}}`
    },
    withExtensions: (more) => writtenResult(text, { ...extensions, ...more }, { data, errors }),
  }
}
