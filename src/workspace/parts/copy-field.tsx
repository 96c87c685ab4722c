import check from 'icon:check'
import copy from 'icon:copy'
import { useState } from 'react'
import { text } from '../app/texts.ts'
import { IconButton } from './button.tsx'
import styles from './copy-field.module.css'

interface Props {
  readonly label: string
  readonly value: string
}

/** A value that is needed elsewhere, with a button that copies it. */
export function CopyField({ label, value }: Props) {
  const [isCopied, setCopied] = useState(false)
  const copyValue = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <div className={styles.row}>
        <code>{value}</code>
        <IconButton
          label={text(isCopied ? 'copy.copied' : 'copy.copy', { label })}
          icon={isCopied ? check : copy}
          onPress={copyValue}
        />
      </div>
    </div>
  )
}
