import type { SiteOfOverviewFragment } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { type TextKey, text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { TextField } from '../parts/fields.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { useField } from '../parts/use-field.ts'
import { DeleteSite, PublishSite, UnpublishSite, UpdateSite } from './site-operations.ts'

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
  return (
    <MutationDialog
      title={text('site.publishTitle', { title: site.title })}
      submitLabel={text('site.publish')}
      mutation={PublishSite}
      variables={{ site: site.id }}
      onDone={() => showDone(text('site.publishedNow', { title: site.title }))}
      onClose={onClose}
    >
      <p>{text(`site.willSee.${site.visibility}` satisfies TextKey)}</p>
      <p>{text('site.willSeeSpaces', { count: site.siteSpaceCount })}</p>
    </MutationDialog>
  )
}

function Unpublish({ site, onClose }: FormProps) {
  return (
    <MutationDialog
      title={text('site.unpublishTitle', { title: site.title })}
      submitLabel={text('site.unpublish')}
      isDangerous
      mutation={UnpublishSite}
      variables={{ site: site.id }}
      onClose={onClose}
    >
      <p>{text('site.unpublishText')}</p>
    </MutationDialog>
  )
}

function Edit({ site, onClose }: FormProps) {
  const title = useField(site.title)
  const basename = useField(site.basename ?? '')
  const input = { title: title.value, ...(basename.value !== '' && { basename: basename.value }) }
  return (
    <MutationDialog
      title={text('site.editTitle')}
      submitLabel={text('site.save')}
      mutation={UpdateSite}
      variables={{ site: site.id, input }}
      onClose={onClose}
    >
      <TextField name="title" label={text('site.title')} {...title} maxLength={128} isRequired autoFocus />
      <TextField
        name="basename"
        label={text('site.basename')}
        hint={text('site.basenameHint')}
        {...basename}
        maxLength={100}
        isRequired={site.basename !== null}
      />
    </MutationDialog>
  )
}

function Delete({ organization, site, onClose }: FormProps) {
  const go = useGo()
  return (
    <MutationDialog
      title={text('site.deleteQuestion', { title: site.title })}
      submitLabel={text('site.delete')}
      isDangerous
      mutation={DeleteSite}
      variables={{ site: site.id }}
      onDone={() => {
        showDone(text('site.deleted', { title: site.title }))
        go(paths.organization(organization))
      }}
      onClose={onClose}
    >
      <p>{text('site.deleteText')}</p>
    </MutationDialog>
  )
}
