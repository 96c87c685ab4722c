import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type { DomainsOfSiteFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../parts/button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { TextField } from '../parts/fields.tsx'
import { FormSection } from '../parts/form-section.tsx'
import { useField } from '../parts/use-field.ts'
import { DomainsOfSite, SetDomain } from './domains-operations.ts'
import { NameProof } from './name-proof.tsx'

/** The host name at which this server serves a site. */
export function HostnameForm({ site }: { readonly site: DomainsOfSiteFragment }) {
  const { id, hostname: current, isHostnameProven, hostnameProof } = site
  const hostname = useField(current ?? '')
  const set = useAction(SetDomain, { isInForm: true })
  const check = async () => {
    const done = await set.run({ site: id, input: { hostname: current } })
    return done && unmask(DomainsOfSite, done.updateSite?.site)?.isHostnameProven
  }
  const remove = async () => {
    if (!(await set.run({ site: id, input: { hostname: null } }))) return
    showDone(text('access.saved'), () => void set.run({ site: id, input: { hostname: current } }))
  }
  return (
    <FormSection
      title={text('domains.hostname')}
      hint={text('domains.hostnameHint')}
      actions={
        current !== null && (
          <Button kind="danger" onPress={remove}>
            {text('domains.remove')}
          </Button>
        )
      }
      submitLabel={text('site.save')}
      isChanged={hostname.value !== (current ?? '')}
      action={set}
      onSubmit={() => void set.run({ site: id, input: { hostname: hostname.value.trim() || null } })}
    >
      <TextField
        name="hostname"
        label={text('domains.hostname')}
        placeholder="docs.example.com"
        {...hostname}
        maxLength={512}
      />
      {current !== null && hostnameProof && (
        <>
          <CopyField label={text('domains.cname', { hostname: current })} value={location.hostname} />
          <NameProof
            isProven={isHostnameProven}
            record={hostnameProof}
            isChecking={set.isRunning}
            onCheck={check}
          />
        </>
      )}
    </FormSection>
  )
}
