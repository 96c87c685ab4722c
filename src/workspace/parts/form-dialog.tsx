import type { FormEvent, ReactNode } from 'react'
import { Dialog, Form, Heading, Modal, ModalOverlay } from 'react-aria-components'
import type { Fault } from '../app/faults.ts'
import { text } from '../app/texts.ts'
import type { Action } from '../app/use-action.ts'
import { Button } from './button.tsx'
import styles from './dialog.module.css'

interface Props {
  readonly title: string
  /** The text of the button that sends the form. */
  readonly submitLabel: string
  readonly isDangerous?: boolean
  /** The write that the form is for. What its fault says of a field is shown at the field with that name. */
  readonly action: Pick<Action<never, never>, 'isRunning' | 'fault'>
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** A dialog with a form. It stays open, with what was typed, until the form was accepted or somebody closes it. */
export function FormDialog(props: Props) {
  const { title, submitLabel, onClose, onSubmit, children } = props
  const { isRunning, fault } = props.action
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isRunning) onSubmit()
  }
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
          <Form
            onSubmit={submit}
            className={styles.form as string}
            {...(fault && { validationErrors: Object.fromEntries(fault.fields) })}
          >
            <FaultMessage fault={fault} />
            {children}
            <div className={styles.buttons}>
              <Button onPress={onClose} isDisabled={isRunning}>
                {text('form.cancel')}
              </Button>
              <Button type="submit" kind={props.isDangerous ? 'danger' : 'main'} isPending={isRunning}>
                {submitLabel}
              </Button>
            </div>
          </Form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** Says why a form was not accepted. What is said at a field is not repeated. */
export const FaultMessage = ({ fault }: { readonly fault: Fault | undefined }) =>
  fault && (
    <div role="alert" className={styles.fault}>
      {fault.message}
    </div>
  )
