import { useState } from 'react'
import type { Fault } from '../app/faults.ts'
import { useUnsaved } from '../app/leaving.ts'
import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import { FaultMessage } from '../parts/fault-message.tsx'
import styles from './comments.module.css'
import { MentionField } from './mention-field.tsx'
import { markdownOf, typedText } from './mentions.ts'

interface Props {
  readonly label: string
  readonly action: string
  /** The space in whose organization people are looked for who are mentioned. */
  readonly space: string
  /** The text that is changed. A new one, if left out. */
  readonly markdown?: string
  /** The part of a page that it is about: the field gets the focus when it changes. */
  readonly subject?: object | undefined
  readonly isRunning: boolean
  readonly fault: Fault | undefined
  /** Resolves to whether it was sent. What was typed stays if it was not. */
  readonly onSend: (markdown: string) => Promise<boolean>
  /** Closes a field that is not always there. */
  readonly onCancel?: () => void
}

/** A field for a comment or a reply, which is empty again once it was sent. */
export function Writer({ markdown = '', isRunning, fault, onSend, onCancel, ...props }: Props) {
  const { label, action, space, subject } = props
  const [typed, setTyped] = useState(() => typedText(markdown))
  const isEmpty = typed.text.trim() === ''
  const isChanged = markdownOf(typed) !== markdown
  useUnsaved(isChanged && !isEmpty)
  const send = async () => {
    if (!isEmpty && !isRunning && (await onSend(markdownOf(typed)))) setTyped(typedText(''))
  }
  return (
    <div className={styles.writer}>
      <FaultMessage fault={fault} />
      <MentionField
        label={label}
        value={typed}
        onChange={setTyped}
        space={space}
        lines={isEmpty ? 1 : Math.min(10, Math.max(4, typed.text.split('\n').length + 1))}
        subject={subject ?? onCancel !== undefined}
        onSend={() => void send()}
      />
      {(!isEmpty || onCancel) && (
        <div className={styles.buttons}>
          <Button kind="main" onPress={send} isPending={isRunning} isDisabled={isEmpty}>
            {action}
          </Button>
          {onCancel && (
            <Button kind="quiet" onPress={onCancel}>
              {text('form.cancel')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
