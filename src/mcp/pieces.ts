import { mcpLimits } from './limits.ts'
import { ToolError } from './tool-answers.ts'

/** Returns the part of a long text from an offset on, with a note on how to get the rest. */
export function pieceOf(text: string, offset: number, next: (offset: number) => string): string {
  if (offset > 0 && offset >= text.length)
    throw new ToolError(`The text has ${text.length} characters. Choose a smaller offset.`)
  const end = endOfPiece(text, offset)
  const piece = text.slice(offset, end)
  return end === text.length
    ? piece
    : `${piece}\n\n[The text goes on: this is up to character ${end} of ${text.length}. ${next(end)}]`
}

/** Cuts after a line where one ends in the second half, and never within a character. */
function endOfPiece(text: string, offset: number): number {
  const limit = offset + mcpLimits.pageCharacters
  if (limit >= text.length) return text.length
  const line = text.lastIndexOf('\n', limit - 1) + 1
  if (line > offset + mcpLimits.pageCharacters / 2) return line
  return /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit
}
