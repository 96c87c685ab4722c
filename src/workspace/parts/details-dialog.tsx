import xmark from 'icon:xmark'
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { text } from '../app/texts.ts'
import { IconButton } from './button.tsx'
import styles from './details-dialog.module.css'
import dialogStyles from './dialog.module.css'

interface Props {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A wide dialog that shows the details of something, with nothing to send. */
export const DetailsDialog = ({ title, onClose, children }: Props) => (
  <ModalOverlay isOpen isDismissable onOpenChange={onClose} className={dialogStyles.overlay as string}>
    <Modal className={`${dialogStyles.modal} ${styles.modal}`}>
      <Dialog className={dialogStyles.dialog as string}>
        <div className={styles.head}>
          <Heading slot="title" className={dialogStyles.title as string}>
            {title}
          </Heading>
          <IconButton label={text('notice.close')} icon={xmark} onPress={onClose} />
        </div>
        {children}
      </Dialog>
    </Modal>
  </ModalOverlay>
)
