import { useState } from 'react'
import { useQuery } from 'urql'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type {
  PlaceOfSpaceFragment,
  RedirectOfListFragment,
} from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { SelectField, SwitchField, TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { inPlace, pagePathOf } from './destinations.ts'
import { ImportRedirectsDialog } from './import-redirects-dialog.tsx'
import type { ListVariables } from './redirect-list.tsx'
import { CreateRedirect, PlaceOfSpace, PlacesOfSite, UpdateRedirect } from './redirects-operations.ts'

export type RedirectDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'import' }
  | { readonly kind: 'edit'; readonly redirect: RedirectOfListFragment }

interface Props {
  readonly dialog: RedirectDialog
  readonly site: string
  readonly list: ListVariables
  readonly onClose: () => void
}

/** The dialogs that create, edit and import redirects, with the spaces of the site that they can lead to. */
export function RedirectDialogs({ dialog, ...props }: Props) {
  const [{ data }] = useQuery({ query: PlacesOfSite, variables: { site: props.site } })
  const places = data?.site?.siteSpaces.nodes.map((node) => unmask(PlaceOfSpace, node)) ?? []
  if (dialog.kind === 'import') return <ImportRedirectsDialog {...props} places={places} />
  return (
    <RedirectForm {...props} places={places} redirect={dialog.kind === 'edit' ? dialog.redirect : null} />
  )
}

/** The value of the choice that stands for an address elsewhere. */
const elsewhere = 'elsewhere'

interface FormProps extends Omit<Props, 'dialog'> {
  readonly places: readonly PlaceOfSpaceFragment[]
  /** Null for a new one. */
  readonly redirect: RedirectOfListFragment | null
}

function RedirectForm({ site, list, places, redirect, onClose }: FormProps) {
  const before = valuesOf(redirect)
  const [values, setValues] = useState(before)
  const set = (changed: Partial<typeof values>) => setValues({ ...values, ...changed })
  const create = useAction(CreateRedirect, { isInForm: true })
  const update = useAction(UpdateRedirect, { isInForm: true })
  const { source, place, path, url, isPermanent, isDraft, includesCapturedPath } = values
  const destination = () => {
    const chosen = places.find(({ id }) => id === place)
    return chosen ? inPlace(chosen, path.trim()) : ({ kind: 'EXTERNAL', url } as const)
  }
  const submit = async () => {
    const input = { source, isPermanent, isDraft, includesCapturedPath }
    const isSameDestination = place === before.place && path === before.path && url === before.url
    const done = redirect
      ? await update.run({
          site,
          id: redirect.id,
          input: { ...input, ...(!isSameDestination && { destination: destination() }) },
        })
      : await create.run({ site, input: { ...input, destination: destination() }, ...list })
    if (done) onClose()
  }
  return (
    <FormDialog
      title={text(redirect ? 'redirects.edit' : 'redirects.create')}
      submitLabel={text('site.save')}
      action={redirect ? update : create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="source"
        label={text('redirects.source')}
        hint={text('redirects.sourceHint')}
        placeholder="/old/page"
        value={source}
        onChange={(value) => set({ source: value })}
        maxLength={512}
        isRequired
        autoFocus
      />
      <SelectField
        name="destination.kind"
        label={text('redirects.destination')}
        value={place}
        onChange={(value) => set({ place: value })}
        choices={[
          { value: elsewhere, label: text('redirects.elsewhere') },
          ...places.map(({ id, title, section }) => ({
            value: id,
            label: section ? `${section.title} · ${title}` : title,
          })),
        ]}
      />
      {place === elsewhere ? (
        <TextField
          name="destination.url"
          type="url"
          label={text('structure.url')}
          placeholder="https://"
          value={url}
          onChange={(value) => set({ url: value })}
          isRequired
        />
      ) : (
        <TextField
          name="destination.path"
          label={text('redirects.pagePath')}
          hint={text('redirects.pagePathHint')}
          placeholder="guides/start"
          value={path}
          onChange={(value) => set({ path: value })}
        />
      )}
      {source.endsWith('*') && (
        <SwitchField isOn={includesCapturedPath} onChange={(isOn) => set({ includesCapturedPath: isOn })}>
          {text('redirects.captured')}
        </SwitchField>
      )}
      <SwitchField isOn={isPermanent} onChange={(isOn) => set({ isPermanent: isOn })}>
        {text('redirects.permanentSwitch')}
      </SwitchField>
      <SwitchField isOn={isDraft} onChange={(isOn) => set({ isDraft: isOn })}>
        {text('redirects.draftSwitch')}
      </SwitchField>
    </FormDialog>
  )
}

const valuesOf = (redirect: RedirectOfListFragment | null) => ({
  source: redirect?.source ?? '',
  place: redirect?.destination.siteSpaceId ?? elsewhere,
  path: redirect ? pagePathOf(redirect.destination) : '',
  url: redirect?.destination.url ?? '',
  isPermanent: redirect?.isPermanent ?? false,
  isDraft: redirect?.isDraft ?? false,
  includesCapturedPath: redirect?.includesCapturedPath ?? false,
})
