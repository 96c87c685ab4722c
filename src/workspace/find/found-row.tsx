import { ListBoxItem } from 'react-aria-components'
import { Icon } from '../parts/icon.tsx'
import styles from './found-row.module.css'
import type { FoundItem } from './found-sections.ts'
import { partsOf, startingAtMatch } from './matches.ts'

interface Props {
  readonly item: FoundItem
  readonly words: readonly string[]
}

/** Something that was found, with what matches marked. */
export const FoundRow = ({ item, words }: Props) => (
  <ListBoxItem
    id={item.id}
    textValue={item.title}
    className={styles.row as string}
    {...(item.href !== undefined && { href: item.href })}
    {...(item.act && { onAction: item.act })}
  >
    <span className={styles.icon} aria-hidden="true">
      {item.emoji || <Icon shape={item.icon} />}
    </span>
    <span className={styles.title}>
      <Marked text={item.title} words={words} />
    </span>
    {item.note !== undefined && <span className={styles.note}>{item.note}</span>}
    {item.excerpt !== undefined && (
      <span className={styles.excerpt}>
        <Marked text={startingAtMatch(item.excerpt, words)} words={words} />
      </span>
    )}
  </ListBoxItem>
)

const Marked = ({ text, words }: { readonly text: string; readonly words: readonly string[] }) =>
  partsOf(text, words).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
    part.isMatch ? <mark key={index}>{part.text}</mark> : part.text,
  )
