import { storableText } from '../../base/storable-text.ts'
import { onOneLine } from '../../base/validation.ts'
import { contentLimits, defaultTitle } from '../body/limits.ts'

/** Truncates a text to a limit, because an import must not fail on text that is too long. */
export const truncated = (text: string, length: number): string =>
  [...storableText(text).trim()].slice(0, length).join('')

/** Returns the title of a page or a reusable content as it is stored: on one line, no longer than titles may be, and never empty. */
export const storedTitle = (title: string): string =>
  truncated(onOneLine(title), contentLimits.title.maxLength) || defaultTitle

/** Returns the name of a file as it is stored: on one line, and no longer than names may be. */
export const storedFileName = (name: string): string =>
  truncated(onOneLine(name), contentLimits.fileName.maxLength)
