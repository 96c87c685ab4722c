import { text } from '../app/texts.ts'
import { DetailsDialog } from '../parts/details-dialog.tsx'
import { AccessExplanation } from './access-explanation.tsx'

interface Props {
  readonly content: string
  readonly user: string
  readonly name: string
  readonly onClose: () => void
}

/** Says what a member may do on a space, and why. */
export const AccessDialog = ({ content, user, name, onClose }: Props) => (
  <DetailsDialog title={text('access.title', { name })} onClose={onClose}>
    <AccessExplanation content={content} user={user} name={name} />
  </DetailsDialog>
)
