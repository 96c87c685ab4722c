import copy from 'icon:copy'
import plus from 'icon:plus'
import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type {
  ShareLinkOfListFragment,
  ShareLinksOfSiteFragment,
} from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/fields.tsx'
import { Section } from '../parts/form-section.tsx'
import listStyles from '../parts/list.module.css'
import { Menu } from '../parts/menu.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { Ago } from '../parts/time.tsx'
import { useField } from '../parts/use-field.ts'
import { CreateShareLink, DeleteShareLink, ShareLinkOfList, UpdateShareLink } from './access-operations.ts'
import styles from './share-links.module.css'

type ShareLink = ShareLinkOfListFragment

type LinkDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'rename' | 'delete'; readonly link: ShareLink }

interface Props {
  readonly site: string
  readonly links: NonNullable<ShareLinksOfSiteFragment['shareLinks']>
  /** Whether the site is for visitors with a share link. */
  readonly isUsed: boolean
}

/** The share links of a site: each is an address that admits whoever has it, until it is revoked. */
export function ShareLinks({ site, links, isUsed }: Props) {
  const [dialog, setDialog] = useState<LinkDialog>()
  return (
    <Section
      title={text('shareLinks.title')}
      hint={text(isUsed ? 'shareLinks.hint' : 'shareLinks.unusedHint')}
      actions={
        <Button icon={plus} onPress={() => setDialog({ kind: 'create' })}>
          {text('shareLinks.create')}
        </Button>
      }
    >
      {links.nodes.length > 0 && (
        <ul className={listStyles.list} aria-label={text('shareLinks.title')}>
          {links.nodes.map((node) => {
            const link = unmask(ShareLinkOfList, node)
            return <LinkRow key={link.id} site={site} link={link} onDialog={setDialog} />
          })}
        </ul>
      )}
      {dialog?.kind === 'create' && <NewLink site={site} onClose={() => setDialog(undefined)} />}
      {dialog?.kind === 'rename' && (
        <RenameLink site={site} link={dialog.link} onClose={() => setDialog(undefined)} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteLink site={site} link={dialog.link} onClose={() => setDialog(undefined)} />
      )}
    </Section>
  )
}

interface RowProps {
  readonly site: string
  readonly link: ShareLink
  readonly onDialog: (dialog: LinkDialog) => void
}

function LinkRow({ site, link, onDialog }: RowProps) {
  const { id, name, isActive, createdAt, urls } = link
  const update = useAction(UpdateShareLink)
  const copyAddress = async () => {
    await navigator.clipboard.writeText(urls.published as string)
    showDone(text('copy.copied', { label: name }))
  }
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <strong>{name}</strong>
        <span>
          {text(isActive ? 'shareLinks.active' : 'shareLinks.revoked')} · <Ago at={createdAt} />
        </span>
      </span>
      {urls.published && (
        <Button icon={copy} onPress={copyAddress} aria-label={text('copy.copy', { label: name })}>
          {text('shareLinks.copy')}
        </Button>
      )}
      <Menu
        label={text('home.actionsFor', { title: name })}
        groups={[
          [
            {
              id: 'active',
              label: text(isActive ? 'shareLinks.revoke' : 'shareLinks.activate'),
              act: () => void update.run({ site, id, input: { isActive: !isActive } }),
            },
            { id: 'rename', label: text('home.rename'), act: () => onDialog({ kind: 'rename', link }) },
          ],
          [
            {
              id: 'delete',
              label: text('home.delete'),
              isDangerous: true,
              act: () => onDialog({ kind: 'delete', link }),
            },
          ],
        ]}
      />
    </li>
  )
}

interface DialogProps {
  readonly site: string
  readonly onClose: () => void
}

function NewLink({ site, onClose }: DialogProps) {
  const name = useField('')
  return (
    <MutationDialog
      title={text('shareLinks.create')}
      submitLabel={text('home.create')}
      mutation={CreateShareLink}
      variables={{ site, input: { name: name.value } }}
      onClose={onClose}
    >
      <NameField {...name} />
    </MutationDialog>
  )
}

interface LinkDialogProps extends DialogProps {
  readonly link: ShareLink
}

function RenameLink({ site, link, onClose }: LinkDialogProps) {
  const name = useField(link.name)
  return (
    <MutationDialog
      title={text('home.rename')}
      submitLabel={text('site.save')}
      mutation={UpdateShareLink}
      variables={{ site, id: link.id, input: { name: name.value } }}
      onClose={onClose}
    >
      <NameField {...name} />
    </MutationDialog>
  )
}

function DeleteLink({ site, link, onClose }: LinkDialogProps) {
  return (
    <MutationDialog
      title={text('shareLinks.deleteQuestion', { name: link.name })}
      submitLabel={text('home.delete')}
      isDangerous
      mutation={DeleteShareLink}
      variables={{ site, id: link.id }}
      onClose={onClose}
    >
      <p>{text('shareLinks.deleteText')}</p>
    </MutationDialog>
  )
}

const NameField = (props: { readonly value: string; readonly onChange: (value: string) => void }) => (
  <TextField
    {...props}
    name="name"
    label={text('shareLinks.name')}
    hint={text('shareLinks.nameHint')}
    maxLength={50}
    isRequired
    autoFocus
  />
)
