import { text } from '../app/texts.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { DetailsDialog } from '../parts/details-dialog.tsx'
import { Hint } from '../parts/hint.tsx'
import styles from './members-screen.module.css'

/** The link with which somebody accepts an invitation. */
export interface InvitationLink {
  readonly email: string
  readonly link: string
}

interface Props {
  readonly links: readonly InvitationLink[]
  readonly onClose: () => void
}

/** Shows the links of invitations that were not sent by mail, so that somebody passes them on. They are not shown again. */
export const LinksDialog = ({ links, onClose }: Props) => (
  <DetailsDialog title={text('members.passOn')} onClose={onClose}>
    <div className={styles.links}>
      <Hint>{text('members.passOnText')}</Hint>
      {links.map(({ email, link }) => (
        <CopyField key={email} label={email} value={link} />
      ))}
    </div>
  </DetailsDialog>
)
