import type { ReactNode } from 'react'
import type { Action } from '../app/use-action.ts'
import { Button } from './button.tsx'
import { FaultForm } from './fault-form.tsx'
import styles from './form-section.module.css'

interface SectionProps {
  readonly title: string
  readonly hint?: ReactNode
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** A part of a screen of settings in a card. */
export const Section = ({ title, hint, actions, children }: SectionProps) => (
  <section className={styles.section}>
    <div className={styles.head}>
      <div className={styles.what}>
        <h2 className={styles.title}>{title}</h2>
        {hint && <p className={styles.hint}>{hint}</p>}
      </div>
      {actions}
    </div>
    {children}
  </section>
)

interface FormProps extends SectionProps {
  readonly submitLabel: string
  readonly isChanged: boolean
  /** The write that the form is for. What its fault says of a field is shown at the field with that name. */
  readonly action: Pick<Action<never, never>, 'isRunning' | 'fault'>
  readonly onSubmit: () => void
}

/** A form in a card. It keeps what was typed until it is accepted. */
export function FormSection({ action, submitLabel, isChanged, onSubmit, children, ...section }: FormProps) {
  return (
    <Section {...section}>
      <FaultForm action={action} onSubmit={onSubmit} className={styles.form}>
        {children}
        <div>
          <Button
            type="submit"
            kind={isChanged ? 'main' : 'plain'}
            isPending={action.isRunning}
            isDisabled={!isChanged}
          >
            {submitLabel}
          </Button>
        </div>
      </FaultForm>
    </Section>
  )
}
