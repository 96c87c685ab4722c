import type { AnyVariables, TypedDocumentNode } from 'urql'
import { useAction } from '../app/use-action.ts'
import { type DialogProps, FormDialog } from './form-dialog.tsx'

interface Props<Data, Variables> extends DialogProps {
  readonly mutation: TypedDocumentNode<Data, Variables>
  readonly variables: Variables
  /** Is called once the mutation is done and the dialog closed. */
  readonly onDone?: (data: Data) => void
}

/** A dialog with a form that is sent by one mutation. It closes once that is done. */
export function MutationDialog<Data, Variables extends AnyVariables>(props: Props<Data, Variables>) {
  const { mutation, variables, onDone, onClose, ...dialog } = props
  const action = useAction(mutation, { isInForm: true })
  const submit = async () => {
    const data = await action.run(variables)
    if (!data) return
    onClose()
    onDone?.(data)
  }
  return <FormDialog {...dialog} action={action} onSubmit={submit} onClose={onClose} />
}
