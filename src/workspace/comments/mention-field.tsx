import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useClient } from 'urql'
import { text } from '../app/texts.ts'
import fieldStyles from '../parts/fields.module.css'
import { Avatar } from '../parts/person.tsx'
import styles from './mention-field.module.css'
import { findMentionable, type Mentioned, searchBefore, type TypedText } from './mentions.ts'

interface Props {
  readonly label: string
  readonly value: TypedText
  readonly onChange: (value: TypedText) => void
  /** The space in whose organization people are looked for. */
  readonly space: string
  readonly lines: number
  /** What the text is about: the field gets the focus when it changes. */
  readonly subject?: unknown
  /** Sends the text, as Ctrl and Enter do. */
  readonly onSend: () => void
}

/** A field for a text in which people are mentioned by `@` and the beginning of their name. */
export function MentionField({ label, value, onChange, space, lines, subject, onSend }: Props) {
  const id = useId()
  const client = useClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [search, setSearch] = useState<string>()
  const [found, setFound] = useState<readonly Mentioned[]>([])
  const [active, setActive] = useState(0)
  const isOpen = search !== undefined && found.length > 0

  useEffect(() => {
    if (subject) field.current?.focus()
  }, [subject])

  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])

  useEffect(() => {
    if (search === undefined) return setFound([])
    let isLatest = true
    findMentionable(client, space, search).then((people) => {
      if (!isLatest) return
      setFound(people)
      setActive(0)
    })
    return () => {
      isLatest = false
    }
  }, [client, space, search])

  const look = () => {
    const { value: text, selectionStart } = field.current as HTMLTextAreaElement
    setSearch(searchBefore(text, selectionStart))
  }
  const choose = ({ displayName, id: user }: Mentioned) => {
    const end = field.current?.selectionStart ?? value.text.length
    const start = end - (search ?? '').length
    const before = `${value.text.slice(0, start)}${displayName} `
    onChange({
      text: `${before}${value.text.slice(end)}`,
      people: new Map([...value.people, [displayName, user]]),
    })
    setSearch(undefined)
    // After React has put in the text.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(before.length, before.length)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return onSend()
    }
    if (!isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const person = found[active]
    if (step !== undefined) setActive((active + step + found.length) % found.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && person) choose(person)
    else if (event.key === 'Escape') setSearch(undefined)
    else return
    event.preventDefault()
  }
  return (
    <div className={fieldStyles.field}>
      <label className={fieldStyles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        rows={lines}
        className={`${fieldStyles.input} ${styles.input}`}
        value={value.text}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        {...(isOpen && { 'aria-controls': `${id}-people`, 'aria-activedescendant': `${id}-${active}` })}
        onChange={(event) => {
          onChange({ ...value, text: event.target.value })
          look()
        }}
        onKeyDown={onKeyDown}
        onClick={look}
        onBlur={() => setSearch(undefined)}
      />
      {isOpen && (
        <div
          ref={list}
          id={`${id}-people`}
          role="listbox"
          aria-label={text('comment.people')}
          className={styles.people}
        >
          {found.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the focus stays in the field, whose keys choose.
            <div
              key={person.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              className={styles.person}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <Avatar person={person} />
              {person.displayName}
            </div>
          ))}
        </div>
      )}
    </div>
  )
}
