import type { InvitationsFragment } from '../../generated/workspace-operations/graphql.ts'
import { serverAddress } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../parts/button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { SelectField } from '../parts/fields.tsx'
import { FormSection } from '../parts/form-section.tsx'
import { choiceOf, roleChoices, roleOf } from '../parts/roles.ts'
import { Ago } from '../parts/time.tsx'
import { useField } from '../parts/use-field.ts'
import { CreateInviteLink, DeleteInviteLink } from './members-operations.ts'
import styles from './members-screen.module.css'

interface Props {
  readonly organization: string
  readonly invitations: InvitationsFragment
}

const lifetimes = ['1', '7', '30', 'never'] as const

/** The links with which anybody who has them can join, and a form that makes another. */
export function InviteLinks({ organization, invitations }: Props) {
  const role = useField(choiceOf('READ'))
  const days = useField<(typeof lifetimes)[number]>('7')
  const create = useAction(CreateInviteLink, { isInForm: true })
  const remove = useAction(DeleteInviteLink)
  const links = invitations.inviteLinks?.nodes ?? []
  if (!invitations.hasInviteLinksEnabled && links.length === 0) return null
  const submit = () =>
    void create.run({
      organization,
      role: roleOf(role.value),
      expiresAt: days.value === 'never' ? null : inDays(days.value),
    })
  return (
    <FormSection
      title={text('members.inviteLinks')}
      hint={text('members.inviteLinksHint')}
      submitLabel={text('members.newLink')}
      isChanged={invitations.hasInviteLinksEnabled}
      action={create}
      onSubmit={submit}
    >
      {links.map(({ id, expiresAt, target }) => (
        <div key={id}>
          <CopyField
            label={text(`members.role.${choiceOf('role' in target ? target.role : null)}`)}
            value={`${location.origin}${serverAddress(`/join/${id}`)}`}
          />
          <div className={styles.notes}>
            {expiresAt ? (
              <span>
                {text('members.linkEnds')} <Ago at={expiresAt} />
              </span>
            ) : (
              <span>{text('members.linkStays')}</span>
            )}
            <Button kind="quiet" onPress={() => void remove.run({ link: id })}>
              {text('members.withdraw')}
            </Button>
          </div>
        </div>
      ))}
      <div className={styles.choices}>
        <SelectField name="role" label={text('members.role')} {...role} choices={roleChoices()} />
        <SelectField
          name="expiresAt"
          label={text('members.linkLasts')}
          {...days}
          choices={lifetimes.map((value) => ({
            value,
            label:
              value === 'never' ? text('members.linkStays') : text('members.days', { count: Number(value) }),
          }))}
        />
      </div>
    </FormSection>
  )
}

const inDays = (days: string): string => new Date(Date.now() + Number(days) * 86_400_000).toISOString()
