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

/** The path of another server's host name at which that server serves a site, by forwarding to this one. */
export function ProxyForm({ site }: { readonly site: DomainsOfSiteFragment }) {
  const { id, proxy: current } = site
  const origin = useField(current?.origin ?? '')
  const set = useAction(SetDomain, { isInForm: true })
  const check = async () => {
    const done = await set.run({ site: id, input: { proxy: current?.origin ?? null } })
    return done && unmask(DomainsOfSite, done.updateSite?.site)?.proxy?.isProven
  }
  const remove = async () => {
    if (!(await set.run({ site: id, input: { proxy: null } }))) return
    showDone(
      text('access.saved'),
      () => void set.run({ site: id, input: { proxy: current?.origin ?? null } }),
    )
  }
  return (
    <FormSection
      title={text('domains.proxy')}
      hint={text('domains.proxyHint')}
      actions={
        current !== null && (
          <Button kind="danger" onPress={remove}>
            {text('domains.remove')}
          </Button>
        )
      }
      submitLabel={text('site.save')}
      isChanged={origin.value !== (current?.origin ?? '')}
      action={set}
      onSubmit={() => void set.run({ site: id, input: { proxy: origin.value.trim() || null } })}
    >
      <TextField
        name="proxy"
        label={text('domains.proxyOrigin')}
        placeholder="example.com/docs"
        {...origin}
        maxLength={512}
      />
      {current && (
        <>
          <CopyField label={text('domains.proxyTarget')} value={current.target} />
          <NameProof
            isProven={current.isProven}
            record={current.proof}
            isChecking={set.isRunning}
            onCheck={check}
          />
        </>
      )}
    </FormSection>
  )
}
