import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { Section } from '../parts/form-section.tsx'
import { Hint } from '../parts/hint.tsx'
import listStyles from '../parts/list.module.css'
import { choiceOf } from '../parts/roles.ts'
import { Ago } from '../parts/time.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { InviteLinks } from './invite-links.tsx'
import { type InvitationLink, LinksDialog } from './links-dialog.tsx'
import {
  Invitations,
  InvitationsOfMembers,
  ResendInvitation,
  WithdrawInvitation,
} from './members-operations.ts'
import styles from './members-screen.module.css'

/** The invitations that nobody has accepted yet. */
export function InvitationList({ organization }: { readonly organization: string }) {
  const { data, fault, refresh } = useScreen(InvitationsOfMembers, { organization })
  const resend = useAction(ResendInvitation)
  const withdraw = useAction(WithdrawInvitation)
  const [links, setLinks] = useState<readonly InvitationLink[]>()
  const shown = unmask(Invitations, data?.organization)
  const invitations = shown?.emailInvites
  if (!invitations) return <Waiting fault={fault} onRetry={refresh} />
  const sendAgain = async (invitation: string, email: string) => {
    const sent = (await resend.run({ invitation }))?.resendEmailInvite
    if (!sent) return
    if (sent.mail === 'SENT') showDone(text('members.sentAgain', { email }))
    else setLinks([{ email, link: sent.link }])
  }
  return (
    <>
      <Section title={text('members.invitations')}>
        {invitations.nodes.length === 0 ? (
          <Hint>{text('members.noInvitationsHint')}</Hint>
        ) : (
          <ul className={listStyles.list} aria-label={text('members.invitations')}>
            {invitations.nodes.map(({ id, email, role, sentAt, isExpired, invitedBy }) => (
              <li key={id} className={styles.row}>
                <div className={listStyles.named}>
                  <strong>{email}</strong>
                  <span>
                    {text(`members.role.${choiceOf(role)}`)}
                    {invitedBy && ` · ${text('members.invitedBy', { name: invitedBy.displayName })}`}
                  </span>
                </div>
                <div className={styles.notes}>
                  {isExpired && <span>{text('members.expired')}</span>}
                  <Ago at={sentAt} />
                </div>
                <Button onPress={() => void sendAgain(id, email)}>{text('members.sendAgain')}</Button>
                <Button kind="quiet" onPress={() => void withdraw.run({ invitation: id })}>
                  {text('members.withdraw')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <InviteLinks organization={organization} invitations={shown} />
      {links && <LinksDialog links={links} onClose={() => setLinks(undefined)} />}
    </>
  )
}
