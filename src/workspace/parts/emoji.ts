/** Returns an emoji as a character: the API has those of spaces, and some of pages, as code points such as `1f680`. */
export const emojiOf = (emoji: string): string =>
  /^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(emoji)
    ? String.fromCodePoint(...emoji.split('-').map((code) => Number.parseInt(code, 16)))
    : emoji

/** Returns a title with its emoji before it, as a text. */
export function titleWithEmoji({
  emoji,
  title,
}: {
  readonly emoji: string | null
  readonly title: string
}): string {
  const shown = emoji ? shownEmoji(emoji) : ''
  return shown ? `${shown} ${title}` : title
}

const drawings = new Map<string, string>()

/** Returns an emoji as a character to be shown, or an empty text where no font has it: a box would say less than nothing. */
export function shownEmoji(emoji: string): string {
  const character = emojiOf(emoji)
  const [first = ''] = character
  return drawn(first) === drawn(unassigned) ? '' : character
}

/** The box that is drawn in place of an emoji which no font has. */
const unassigned = '\u{1FFFD}'

/** Returns how the browser draws a character. */
function drawn(character: string): string {
  const known = drawings.get(character)
  if (known !== undefined) return known
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 24
  const context = canvas.getContext('2d')
  if (context) context.font = '16px sans-serif'
  context?.fillText(character, 0, 18)
  const drawing = canvas.toDataURL()
  drawings.set(character, drawing)
  return drawing
}
