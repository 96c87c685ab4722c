import { useState } from 'react'
import { ListBox, ListBoxItem, type Selection } from 'react-aria-components'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { useScreen } from '../app/use-screen.ts'
import { FaultMessage } from '../parts/fault-message.tsx'
import { TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Avatar } from '../parts/person.tsx'
import { useField } from '../parts/use-field.ts'
import { Loading } from '../parts/waiting.tsx'
import { RequestReviewsMutation } from './change-request-data.ts'
import styles from './reviewers-dialog.module.css'

/** Loaded when somebody opens the dialog: those who may be asked for a review of what is in the space. */
const PeopleQuery = graphql(`
  query PeopleToAsk($space: ID!, $search: String) {
    space(id: $space) {
      id
      memberPermissions(first: 50, permission: SPACE_REVIEW, search: $search) {
        totalCount
        nodes { user { id displayName photoURL } }
      }
    }
  }
`)

interface Props {
  readonly space: string
  readonly id: string
  /** Those who cannot be asked: they are asked already, or wrote the change request. */
  readonly without: readonly string[]
  readonly isDraft: boolean
  readonly onClose: () => void
}

export function ReviewersDialog({ space, id, without, isDraft, onClose }: Props) {
  const search = useField('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { data, fault } = useScreen(PeopleQuery, { space, search: search.value.trim() || null })
  const ask = useAction(RequestReviewsMutation, { isInForm: true })
  const list = data?.space?.memberPermissions
  const people = (list?.nodes ?? []).map(({ user }) => user).filter((user) => !without.includes(user.id))
  const choose = (selection: Selection) =>
    setChosen(
      selection === 'all' ? new Set(people.map((person) => person.id)) : new Set([...selection].map(String)),
    )
  const submit = async () => {
    if (chosen.size > 0 && (await ask.run({ id, users: [...chosen] }))) onClose()
  }
  return (
    <FormDialog
      title={text('review.askTitle')}
      submitLabel={text('review.ask', { count: chosen.size })}
      action={ask}
      onSubmit={submit}
      onClose={onClose}
    >
      {isDraft && <p className={styles.hint}>{text('review.opensDraft')}</p>}
      <TextField name="search" type="search" label={text('review.search')} {...search} autoFocus />
      <FaultMessage fault={fault} />
      {!data && !fault && <Loading />}
      {data && (
        <ListBox
          aria-label={text('review.people')}
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={choose}
          items={people}
          className={styles.people as string}
          renderEmptyState={() => <p className={styles.hint}>{text('review.nobodyFound')}</p>}
        >
          {(person) => (
            <ListBoxItem id={person.id} textValue={person.displayName} className={styles.person as string}>
              <Avatar person={person} />
              {person.displayName}
            </ListBoxItem>
          )}
        </ListBox>
      )}
    </FormDialog>
  )
}
