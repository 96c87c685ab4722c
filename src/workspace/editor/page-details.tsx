import { FieldError, Input, TextField } from 'react-aria-components'
import { text } from '../app/texts.ts'
import type { DetailName } from './page-content.ts'
import styles from './page-details.module.css'
import type { PageEditor } from './use-page-editor.ts'

/** The emoji, title and description of the page, above its text. */
export function PageDetailFields({ editor }: { readonly editor: PageEditor }) {
  const { details, setDetails, state } = editor
  const faults = state.kind === 'refused' ? state.fault.fields : new Map<string, string>()
  const field = (name: DetailName) => ({
    name,
    value: name === 'emoji' ? shownEmoji(details.emoji) : details[name],
    onChange: (value: string) => setDetails({ [name]: name === 'emoji' ? firstCharacter(value) : value }),
    error: [...faults].find(([path]) => path.endsWith(`.${name}`))?.[1],
  })
  return (
    <div className={styles.details}>
      <div className={styles.line}>
        <PlainField
          {...field('emoji')}
          label={text('editor.emoji')}
          className={styles.emoji}
          placeholder="☺"
        />
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

/** Returns an emoji as a character, also where it is stored as code points. */
const shownEmoji = (emoji: string): string =>
  /^[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*$/i.test(emoji)
    ? String.fromCodePoint(...emoji.split('-').map((code) => Number.parseInt(code, 16)))
    : emoji

/** Returns what somebody sees as one character, of which an emoji may have several. */
const firstCharacter = (value: string): string =>
  [...new Intl.Segmenter().segment(value)]
    .map(({ segment }) => segment)
    .at(-1)
    ?.trim() ?? ''
