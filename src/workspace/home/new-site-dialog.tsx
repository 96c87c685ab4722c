import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { SelectField, TextField } from '../parts/fields.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { SpaceField } from '../parts/space-field.tsx'
import { useField } from '../parts/use-field.ts'

const CreateSite = graphql(`
  mutation CreateSite($organization: ID!, $input: CreateSiteInput!) {
    createSite(organizationId: $organization, input: $input) {
      site { id }
      query { organization(id: $organization) { id ...SitesOfHome } }
    }
  }
`)

interface Props {
  readonly organization: string
  readonly onClose: () => void
}

/** Creates a site with its first space, and goes to it. */
export function NewSiteDialog({ organization, onClose }: Props) {
  const title = useField('')
  const content = useField<'EXISTING' | 'EMPTY' | 'SAMPLE'>('EXISTING')
  const space = useField<string | null>(null)
  const go = useGo()
  const spaces =
    content.value === 'EXISTING'
      ? { ids: space.value === null ? [] : [space.value] }
      : { newSpace: content.value }
  return (
    <MutationDialog
      title={text('home.newSite')}
      submitLabel={text('home.create')}
      mutation={CreateSite}
      variables={{ organization, input: { title: title.value, spaces } }}
      onDone={({ createSite }) => createSite && go(paths.site(organization, createSite.site.id))}
      onClose={onClose}
    >
      <TextField name="title" label={text('home.title')} {...title} maxLength={128} isRequired autoFocus />
      <SelectField
        name="content"
        label={text('home.siteContent')}
        {...content}
        choices={[
          { value: 'EXISTING', label: text('home.siteOfSpace') },
          { value: 'EMPTY', label: text('home.siteOfNewSpace') },
          { value: 'SAMPLE', label: text('home.siteOfSample') },
        ]}
      />
      {content.value === 'EXISTING' && (
        <SpaceField name="spaces" label={text('home.firstSpace')} organization={organization} {...space} />
      )}
    </MutationDialog>
  )
}
