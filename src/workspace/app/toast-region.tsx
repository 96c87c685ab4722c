import close from 'icon:xmark'
import {
  Button as AriaButton,
  UNSTABLE_ToastRegion as AriaToastRegion,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
} from 'react-aria-components'
import { Icon } from '../parts/icon.tsx'
import { text } from './texts.ts'
import styles from './toast-region.module.css'
import { notices } from './toasts.ts'

/** Shows the notices, at the edge of the screen and to screen readers. */
export const ToastRegion = () => (
  <AriaToastRegion queue={notices} className={styles.region as string} aria-label={text('notice.region')}>
    {({ toast }) => {
      const { kind, message, undo } = toast.content
      const takeBack = () => {
        notices.close(toast.key)
        undo?.()
      }
      return (
        <Toast toast={toast} className={`${styles.toast} ${styles[kind]}`}>
          <ToastContent className={styles.message as string}>{message}</ToastContent>
          {undo && (
            <AriaButton className={styles.button as string} onPress={takeBack}>
              {text('notice.undo')}
            </AriaButton>
          )}
          <AriaButton slot="close" className={styles.button as string} aria-label={text('notice.close')}>
            <Icon shape={close} />
          </AriaButton>
        </Toast>
      )
    }}
  </AriaToastRegion>
)
