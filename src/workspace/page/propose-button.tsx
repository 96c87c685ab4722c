import pullRequest from 'icon:code-pull-request'
import { useState } from 'react'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useField } from '../parts/use-field.ts'

const ProposeChange = graphql(`
  mutation ProposeChange($space: ID!, $subject: String!) {
    createChangeRequest(spaceId: $space, input: { subject: $subject }) {
      changeRequest { id number space { id openChangeRequestCount } }
    }
  }
`)

interface Props {
  readonly space: string
  /** The page that is edited in it first; none, if left out. */
  readonly page?: string
  /** Whether it is the only way to edit. */
  readonly isMain: boolean
}

/** Begins a change request, in which nobody but its readers sees what is changed until it is merged. */
export function ProposeButton({ space, page, isMain }: Props) {
  const [isOpen, setOpen] = useState(false)
  const subject = useField('')
  const go = useGo()
  const propose = useAction(ProposeChange, { isInForm: true })
  const submit = async () => {
    const done = await propose.run({ space, subject: subject.value })
    const number = done?.createChangeRequest?.changeRequest.number
    if (number === undefined) return
    go(
      page === undefined
        ? paths.changeRequest(space, number)
        : paths.changeRequestEditor(space, String(number), page),
    )
  }
  return (
    <>
      <Button kind={isMain ? 'main' : 'plain'} icon={pullRequest} onPress={() => setOpen(true)}>
        {text('page.propose')}
      </Button>
      {isOpen && (
        <FormDialog
          title={text('page.propose')}
          submitLabel={text('page.begin')}
          action={propose}
          onSubmit={submit}
          onClose={() => setOpen(false)}
        >
          <TextField
            name="subject"
            label={text('page.subject')}
            hint={text('page.subjectHint')}
            {...subject}
            isRequired
            autoFocus
          />
        </FormDialog>
      )}
    </>
  )
}
