import { useState } from 'react'
import { useClient } from 'urql'
import { faultOf } from '../app/faults.ts'
import { text } from '../app/texts.ts'
import { showDone, showFault } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../parts/button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { TextField } from '../parts/fields.tsx'
import { FormSection, Section } from '../parts/form-section.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { useField } from '../parts/use-field.ts'
import { KeyOfSite, ReplaceKeyOfSite, UpdateVisitorSignIn } from './access-operations.ts'

interface Props {
  readonly site: string
  readonly current: { readonly fallbackURL: string | null; readonly logoutURL: string | null }
}

/** Sets up the sign-in of visitors by an application: where they are sent, and the key that signs their tokens. */
export function VisitorSignInForm({ site, current }: Props) {
  const fallback = useField(current.fallbackURL ?? '')
  const logout = useField(current.logoutURL ?? '')
  const update = useAction(UpdateVisitorSignIn, { isInForm: true })
  const submit = async () => {
    const input = { fallbackURL: fallback.value || null, logoutURL: logout.value || null }
    if (await update.run({ site, input })) showDone(text('access.saved'))
  }
  return (
    <>
      <FormSection
        title={text('visitorSignIn.title')}
        hint={text('visitorSignIn.hint')}
        submitLabel={text('site.save')}
        isChanged={
          fallback.value !== (current.fallbackURL ?? '') || logout.value !== (current.logoutURL ?? '')
        }
        action={update}
        onSubmit={submit}
      >
        <TextField
          name="fallbackURL"
          type="url"
          label={text('visitorSignIn.fallback')}
          hint={text('visitorSignIn.fallbackHint')}
          placeholder="https://"
          {...fallback}
        />
        <TextField
          name="logoutURL"
          type="url"
          label={text('visitorSignIn.logout')}
          hint={text('visitorSignIn.logoutHint')}
          placeholder="https://"
          {...logout}
        />
      </FormSection>
      <SigningKey site={site} />
    </>
  )
}

function SigningKey({ site }: { readonly site: string }) {
  const client = useClient()
  const [key, setKey] = useState<string>()
  const [isReplacing, setReplacing] = useState(false)
  const show = async () => {
    const { data, error } = await client
      .query(KeyOfSite, { site }, { requestPolicy: 'network-only' })
      .toPromise()
    setKey(data?.site?.publishingAuth?.privateKey)
    if (error) showFault(faultOf(error))
  }
  return (
    <Section
      title={text('visitorSignIn.key')}
      hint={text('visitorSignIn.keyHint')}
      actions={
        <>
          {key === undefined && <Button onPress={show}>{text('visitorSignIn.showKey')}</Button>}
          <Button kind="danger" onPress={() => setReplacing(true)}>
            {text('visitorSignIn.replaceKey')}
          </Button>
        </>
      }
    >
      {key !== undefined && <CopyField label={text('visitorSignIn.key')} value={key} />}
      {isReplacing && <ReplaceKey site={site} onKey={setKey} onClose={() => setReplacing(false)} />}
    </Section>
  )
}

interface ReplaceProps {
  readonly site: string
  readonly onKey: (key: string) => void
  readonly onClose: () => void
}

function ReplaceKey({ site, onKey, onClose }: ReplaceProps) {
  return (
    <MutationDialog
      title={text('visitorSignIn.replaceQuestion')}
      submitLabel={text('visitorSignIn.replaceKey')}
      isDangerous
      mutation={ReplaceKeyOfSite}
      variables={{ site }}
      onDone={({ regenerateSitePublishingKey }) =>
        regenerateSitePublishingKey && onKey(regenerateSitePublishingKey.publishingAuth.privateKey)
      }
      onClose={onClose}
    >
      <p>{text('visitorSignIn.replaceText')}</p>
    </MutationDialog>
  )
}
