import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { text } from '../app/texts.ts'
import type { Action } from '../app/use-action.ts'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { FaultForm } from './fault-form.tsx'

export interface DialogProps {
  readonly title: string
  /** The text of the button that sends the form. */
  readonly submitLabel: string
  readonly isDangerous?: boolean
  readonly onClose: () => void
  readonly children?: ReactNode
}

interface Props extends DialogProps {
  /** The write that the form is for. What its fault says of a field is shown at the field with that name. */
  readonly action: Pick<Action<never, never>, 'isRunning' | 'fault'>
  readonly onSubmit: () => void
}

/** A dialog with a form. It stays open, with what was typed, until the form was accepted or somebody closes it. */
export function FormDialog(props: Props) {
  const { title, submitLabel, action, onClose, onSubmit, children } = props
  const { isRunning } = action
  return (
    <ModalOverlay
      isOpen
      isDismissable={!isRunning}
      onOpenChange={onClose}
      className={styles.overlay as string}
    >
      <Modal className={styles.modal as string}>
        <Dialog className={styles.dialog as string}>
          <Heading slot="title" className={styles.title as string}>
            {title}
          </Heading>
          <FaultForm action={action} onSubmit={onSubmit} className={styles.form}>
            {children}
            <div className={styles.buttons}>
              <Button onPress={onClose} isDisabled={isRunning}>
                {text('form.cancel')}
              </Button>
              <Button type="submit" kind={props.isDangerous ? 'danger' : 'main'} isPending={isRunning}>
                {submitLabel}
              </Button>
            </div>
          </FaultForm>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
