import search from 'icon:magnifying-glass'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { text } from '../app/texts.ts'
import { IconButton } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import styles from './find-button.module.css'
import type { FindDialogProps } from './find-dialog.tsx'

const loadDialog = () => import('./find-dialog.tsx')
const FindDialog = lazy(async () => ({ default: (await loadDialog()).FindDialog }))

const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/** Opens what finds anything, by a button in the side column and one in the bar of a phone, and by Ctrl K or Command K. */
export function useFind(props: Omit<FindDialogProps, 'onClose'> | undefined) {
  const [isOpen, setOpen] = useState(false)
  const isPossible = props !== undefined
  useEffect(() => {
    if (!isPossible) return
    const press = (event: KeyboardEvent) => {
      // The modifier is pressed before the letter, so that the dialog is mostly there when the letter follows.
      if (event.key === 'Control' || event.key === 'Meta') void loadDialog()
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.altKey || event.shiftKey || event.defaultPrevented) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isPossible])
  const open = () => setOpen(true)
  const inSide = props && (
    <AriaButton
      className={styles.button as string}
      onPress={open}
      onHoverStart={loadDialog}
      onFocus={loadDialog}
      aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
    >
      <Icon shape={search} />
      <span className={styles.label}>{text('find.title')}</span>
      <span className={styles.keys} aria-hidden="true">
        {isMac ? '⌘K' : 'Ctrl K'}
      </span>
    </AriaButton>
  )
  const inBar = props && (
    <IconButton label={text('find.title')} icon={search} onPress={open} onHoverStart={loadDialog} />
  )
  const dialog = isOpen && props && (
    <Suspense>
      <FindDialog {...props} onClose={() => setOpen(false)} />
    </Suspense>
  )
  return { inSide, inBar, dialog }
}
