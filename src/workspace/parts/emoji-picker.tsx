import { useEffect, useState } from 'react'
import { Dialog, GridLayout, ListBox, ListBoxItem, Popover, Size, Virtualizer } from 'react-aria-components'
import { text } from '../app/texts.ts'
import { Button } from './button.tsx'
import styles from './emoji-picker.module.css'
import { loadEmojis, matchingEmojis, type NamedEmoji } from './emojis.ts'
import { TextField } from './fields.tsx'
import { Hint } from './hint.tsx'
import { useField } from './use-field.ts'

interface Props {
  /** Whether there is an emoji that can be taken away. */
  readonly canRemove: boolean
  /** Takes the character of an emoji, or an empty text for none. */
  readonly onChoose: (emoji: string) => void
}

/** The emojis to choose from, found by their names. It is what a button in a `DialogTrigger` opens. */
export const EmojiPicker = ({ canRemove, onChoose }: Props) => (
  <Popover className={styles.popover as string} placement="bottom start">
    <Dialog className={styles.dialog as string} aria-label={text('emoji.choose')}>
      {({ close }) => (
        <Emojis
          canRemove={canRemove}
          onChoose={(emoji) => {
            onChoose(emoji)
            close()
          }}
        />
      )}
    </Dialog>
  </Popover>
)

function Emojis({ canRemove, onChoose }: Props) {
  const search = useField('')
  const [all, setAll] = useState<readonly NamedEmoji[]>([])
  useEffect(() => void loadEmojis().then(setAll), [])
  return (
    <>
      <TextField name="emoji" type="search" label={text('emoji.search')} {...search} autoFocus />
      <Virtualizer
        layout={GridLayout}
        layoutOptions={{
          minItemSize: new Size(36, 36),
          maxItemSize: new Size(36, 36),
          minSpace: new Size(2, 2),
        }}
      >
        <ListBox
          aria-label={text('emoji.emojis')}
          layout="grid"
          selectionMode="single"
          items={matchingEmojis(all, search.value)}
          onSelectionChange={(keys) => keys !== 'all' && onChoose(String([...keys][0] ?? ''))}
          renderEmptyState={() => <Hint>{text('emoji.none')}</Hint>}
          className={styles.list as string}
        >
          {({ emoji, name }) => (
            <ListBoxItem id={emoji} textValue={name} aria-label={name} className={styles.emoji as string}>
              {emoji}
            </ListBoxItem>
          )}
        </ListBox>
      </Virtualizer>
      {canRemove && (
        <Button kind="quiet" onPress={() => onChoose('')}>
          {text('emoji.remove')}
        </Button>
      )}
    </>
  )
}
