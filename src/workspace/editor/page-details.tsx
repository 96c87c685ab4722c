import smile from 'icon:face-smile'
import { Button, DialogTrigger, FieldError, Input, TextField } from 'react-aria-components'
import { text } from '../app/texts.ts'
import { emojiOf } from '../parts/emoji.ts'
import { EmojiPicker } from '../parts/emoji-picker.tsx'
import { Icon } from '../parts/icon.tsx'
import styles from './page-details.module.css'
import type { PageEditor } from './use-page-editor.ts'

/** The emoji, title and description of the page, above its text. */
export function PageDetailFields({ editor }: { readonly editor: PageEditor }) {
  const { details, setDetails, state } = editor
  const faults = state.kind === 'refused' ? state.fault.fields : new Map<string, string>()
  const emoji = emojiOf(details.emoji)
  const emojiLabel = emoji ? text('editor.emojiIs', { emoji }) : text('editor.emojiNone')
  const field = (name: 'title' | 'description') => ({
    name,
    value: details[name],
    onChange: (value: string) => setDetails({ [name]: value }),
    error: [...faults].find(([path]) => path.endsWith(`.${name}`))?.[1],
  })
  return (
    <div className={styles.details}>
      <div className={styles.line}>
        <DialogTrigger>
          <Button className={styles.emoji as string} aria-label={emojiLabel}>
            {emoji || <Icon shape={smile} />}
          </Button>
          <EmojiPicker canRemove={emoji !== ''} onChoose={(chosen) => setDetails({ emoji: chosen })} />
        </DialogTrigger>
        <PlainField
          {...field('title')}
          label={text('editor.pageTitle')}
          className={styles.title}
          maxLength={512}
        />
      </div>
      <PlainField
        {...field('description')}
        label={text('editor.description')}
        className={styles.description}
        placeholder={text('editor.descriptionPlaceholder')}
      />
    </div>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  readonly className: string | undefined
  readonly placeholder?: string
  readonly maxLength?: number
}

/** A field that looks like the text that it is for. */
const PlainField = ({ label, error, className, placeholder, ...field }: FieldProps) => (
  <TextField {...field} aria-label={label} isInvalid={error !== undefined} className={className as string}>
    <Input className={styles.input as string} placeholder={placeholder ?? label} />
    <FieldError className={styles.error as string}>{error}</FieldError>
  </TextField>
)
