import { useState } from 'react'
import type { Fault } from '../app/faults.ts'
import { useUnsaved } from '../app/leaving.ts'
import { Button } from '../parts/button.tsx'
import { FaultMessage } from '../parts/fault-message.tsx'
import { TextField } from '../parts/fields.tsx'
import styles from './comments.module.css'

interface Props {
  readonly label: string
  readonly action: string
  readonly isRunning: boolean
  readonly fault: Fault | undefined
  /** Resolves to whether it was sent. What was typed stays if it was not. */
  readonly onSend: (markdown: string) => Promise<boolean>
}

/** A field for a comment or a reply, which is empty again once it was sent. */
export function Writer({ label, action, isRunning, fault, onSend }: Props) {
  const [markdown, setMarkdown] = useState('')
  const isEmpty = markdown.trim() === ''
  useUnsaved(!isEmpty)
  const send = async () => {
    if (await onSend(markdown)) setMarkdown('')
  }
  return (
    <div className={styles.writer}>
      <FaultMessage fault={fault} />
      <TextField
        name="markdown"
        label={label}
        value={markdown}
        onChange={setMarkdown}
        lines={isEmpty ? 1 : 4}
      />
      {!isEmpty && (
        <Button kind="main" onPress={send} isPending={isRunning}>
          {action}
        </Button>
      )}
    </div>
  )
}
