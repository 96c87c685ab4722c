import { z } from 'zod'
import { invalidSource } from '../../../source-problems.ts'
import type { SourceEntry } from '../../files/entries.ts'
import { readText } from '../../files/read-text.ts'
import type { SourceLimits } from '../../limits.ts'

/** Maximum characters of a configuration. Parsing it is slower than parsing Markdown. */
const maximumLength = 262_144

/** A configuration as its format gives it, before its shape is known. */
type ParseConfig = (text: string) => unknown

/**
 * Reads a configuration. Throws SOURCE_UNREADABLE that names the file if it is malformed, because pages read without it
 * would be in another order, or others.
 */
export async function readConfigFile<Shape extends z.ZodType>(
  entry: SourceEntry,
  { limits, parse, shape }: { limits: SourceLimits; parse: ParseConfig; shape: Shape },
): Promise<z.infer<Shape>> {
  const text = await readText(entry, limits)
  if (text.length > maximumLength)
    throw invalidSource(
      'SOURCE_FILE_TOO_LARGE',
      `${entry.path} is longer than ${maximumLength} characters.`,
      { path: entry.path },
    )
  try {
    return shape.parse(parse(text) ?? {})
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw invalidSource('SOURCE_MALFORMED', `${entry.path} is malformed: ${reason}`, {
      path: entry.path,
      quote: reason,
    })
  }
}
