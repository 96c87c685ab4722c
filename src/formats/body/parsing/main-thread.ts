import { ParserStepsExceeded, withParserSteps } from '../../page/syntax/parser-guard.ts'
import { parsingLimits } from './limits.ts'

/**
 * Runs work that parses the texts, if they are too small to delay other requests. Returns undefined if it is to run
 * in a thread.
 */
export function parsedOnMainThread<Result extends object | string>(
  texts: readonly string[],
  work: () => Result,
): Result | undefined {
  if (!areSmall(texts)) return undefined
  try {
    return withParserSteps(parsingLimits.mainThread.steps, work)
  } catch (error) {
    if (error instanceof ParserStepsExceeded) return undefined
    throw error
  }
}

function areSmall(texts: readonly string[]): boolean {
  const { characters, lines } = parsingLimits.mainThread
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  if (length > characters) return false
  return texts.reduce((sum, text) => sum + text.split('\n', lines + 1).length, 0) <= lines
}
