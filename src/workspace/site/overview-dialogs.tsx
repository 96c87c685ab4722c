import { useState } from 'react'
import type { SiteOfOverviewFragment } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { type TextKey, text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { DeleteSite, PublishSite, UnpublishSite, UpdateSite } from './site-operations.ts'

/** A dialog of the overview that is open. */
export type SiteDialog = 'publish' | 'unpublish' | 'edit' | 'delete'

interface Props {
  readonly dialog: SiteDialog
  readonly organization: string
  readonly site: SiteOfOverviewFragment
  readonly onClose: () => void
}

/** The dialogs that publish, rename and delete a site. */
export function OverviewDialogs({ dialog, ...props }: Props) {
  if (dialog === 'publish') return <Publish {...props} />
  if (dialog === 'unpublish') return <Unpublish {...props} />
  if (dialog === 'edit') return <Edit {...props} />
  return <Delete {...props} />
}

type FormProps = Omit<Props, 'dialog'>

function Publish({ site, onClose }: FormProps) {
  const publish = useAction(PublishSite, { isInForm: true })
  const submit = async () => {
    if (!(await publish.run({ site: site.id }))) return
    showDone(text('site.publishedNow', { title: site.title }))
    onClose()
  }
  return (
    <FormDialog
      title={text('site.publishTitle', { title: site.title })}
      submitLabel={text('site.publish')}
      action={publish}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text(`site.willSee.${site.visibility}` satisfies TextKey)}</p>
      <p>{text('site.willSeeSpaces', { count: site.siteSpaceCount })}</p>
    </FormDialog>
  )
}

function Unpublish({ site, onClose }: FormProps) {
  const unpublish = useAction(UnpublishSite, { isInForm: true })
  const submit = async () => {
    if (await unpublish.run({ site: site.id })) onClose()
  }
  return (
    <FormDialog
      title={text('site.unpublishTitle', { title: site.title })}
      submitLabel={text('site.unpublish')}
      isDangerous
      action={unpublish}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text('site.unpublishText')}</p>
    </FormDialog>
  )
}

function Edit({ site, onClose }: FormProps) {
  const [title, setTitle] = useState(site.title)
  const [basename, setBasename] = useState(site.basename ?? '')
  const update = useAction(UpdateSite, { isInForm: true })
  const submit = async () => {
    const input = { title, ...(basename !== '' && { basename }) }
    if (await update.run({ site: site.id, input })) onClose()
  }
  return (
    <FormDialog
      title={text('site.editTitle')}
      submitLabel={text('site.save')}
      action={update}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="title"
        label={text('site.title')}
        value={title}
        onChange={setTitle}
        maxLength={128}
        isRequired
        autoFocus
      />
      <TextField
        name="basename"
        label={text('site.basename')}
        hint={text('site.basenameHint')}
        value={basename}
        onChange={setBasename}
        maxLength={100}
        isRequired={site.basename !== null}
      />
    </FormDialog>
  )
}

function Delete({ organization, site, onClose }: FormProps) {
  const go = useGo()
  const remove = useAction(DeleteSite, { isInForm: true })
  const submit = async () => {
    if (!(await remove.run({ site: site.id }))) return
    showDone(text('site.deleted', { title: site.title }))
    go(paths.organization(organization))
  }
  return (
    <FormDialog
      title={text('site.deleteQuestion', { title: site.title })}
      submitLabel={text('site.delete')}
      isDangerous
      action={remove}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text('site.deleteText')}</p>
    </FormDialog>
  )
}
