import { type Child, element } from './elements.ts'
import { iconBefore } from './icons.ts'
import { emojiText } from './inlines.ts'

/** The emoji before a title, else its icon. */
interface Symbols {
  readonly emoji?: string | null | undefined
  readonly icon?: string | null | undefined
}

/** Writes a title after its emoji or icon. Those who hear the page hear the title alone. */
export const titleWithSymbol = (title: string, { emoji, icon }: Symbols): Child => [
  emoji
    ? [element('span', { className: ['emoji'], ariaHidden: 'true' }, emojiText(emoji)), ' ']
    : iconBefore(icon ?? undefined),
  title,
]
