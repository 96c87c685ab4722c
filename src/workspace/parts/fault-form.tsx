import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Form } from 'react-aria-components'
import type { Fault } from '../app/faults.ts'
import { text } from '../app/texts.ts'
import type { Action } from '../app/use-action.ts'
import { FaultMessage } from './fault-message.tsx'
import { FieldChange } from './field-change.ts'

interface Props {
  /** The write that the form is for. What its fault says of a field is shown at the field with that name. */
  readonly action: Pick<Action<never, never>, 'isRunning' | 'fault'>
  readonly className?: string | undefined
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/**
 * A form that shows why it was not accepted, at the fields where they are named. What is said at a field goes as soon as somebody types
 * or chooses there: if it went when the field is left, the button below would move away from the pointer that presses it.
 */
export function FaultForm({ action: { isRunning, fault }, className, onSubmit, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<{ readonly fault: Fault; readonly names: readonly string[] }>()
  const names = typed !== undefined && typed.fault === fault ? typed.names : []
  const take = (name: string) => {
    if (fault?.fields.has(name)) setTyped({ fault, names: [...names, name] })
  }
  useEffect(() => {
    const takeTyped = ({ target }: Event) => {
      const { name, form: typedIn } = target as HTMLInputElement
      if (typedIn === form.current) take(name)
    }
    // At the window it comes after the field itself has taken what was typed.
    addEventListener('input', takeTyped)
    return () => removeEventListener('input', takeTyped)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A dialog that a form opens is inside of it for React.
    event.stopPropagation()
    if (!isRunning) onSubmit()
  }
  return (
    <Form
      ref={form}
      onSubmit={submit}
      {...(className && { className })}
      {...(fault && {
        validationErrors: Object.fromEntries([...fault.fields].filter(([name]) => !names.includes(name))),
      })}
    >
      <FaultMessage fault={fault && isSaidAtFields(fault, form.current) ? marked(fault) : fault} />
      <FieldChange value={take}>{children}</FieldChange>
    </Form>
  )
}

const isSaidAtFields = ({ fields }: Fault, form: HTMLFormElement | null): boolean =>
  fields.size > 0 && [...fields.keys()].every((name) => form?.elements.namedItem(name))

const marked = (fault: Fault): Fault => ({ ...fault, message: text('form.marked') })
