import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { gatheredAt } from '../app/faults.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { useScreen } from '../app/use-screen.ts'
import { TextField } from '../parts/fields.tsx'
import { FormSection } from '../parts/form-section.tsx'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { DomainCard } from './domain-card.tsx'

const DomainsQuery = graphql(`
  query DomainsScreen($organization: ID!) {
    viewer { id ...ViewerOfFrame }
    organization(id: $organization) {
      id
      permissions { admin }
      ...OrganizationOfFrame
      ...Domains
    }
  }
`)

const Domains = graphql(`
  fragment Domains on Organization {
    id
    emailDomains
    emailDomainProofs { domain isProven recordName recordValue }
  }
`)

const SetDomains = graphql(`
  mutation SetDomains($organization: ID!, $domains: [String!]!) {
    updateOrganization(organizationId: $organization, input: { emailDomains: $domains }) {
      organization { id ...Domains }
    }
  }
`)

/** The domains of email addresses whose users can join, with the records that prove them. */
export function DomainsScreen({ organization }: { readonly organization: string }) {
  const [added, setAdded] = useState('')
  const add = useAction(SetDomains, { isInForm: true })
  const change = useAction(SetDomains)
  const { data, fault, refresh } = useScreen(DomainsQuery, { organization })
  const shown = data?.organization
  if (!data || !shown) return <Waiting fault={fault} onRetry={refresh} />
  if (!shown.permissions.admin) return <NotFound />
  const { emailDomains, emailDomainProofs } = unmask(Domains, shown)
  const submit = async () => {
    if (await add.run({ organization, domains: [...emailDomains, added.trim()] })) setAdded('')
  }
  const check = async (domain: string) => {
    const done = await change.run({ organization, domains: [...emailDomains] })
    const checked = unmask(Domains, done?.updateOrganization?.organization)?.emailDomainProofs
    const isProven = checked?.find((proof) => proof.domain === domain)?.isProven
    if (isProven !== undefined) showDone(text(isProven ? 'domains.found' : 'domains.missing', { domain }))
  }
  const remove = async (domain: string) => {
    const domains = emailDomains.filter((kept) => kept !== domain)
    if (await change.run({ organization, domains }))
      showDone(
        text('domains.removed', { domain }),
        () => void change.run({ organization, domains: [...domains, domain] }),
      )
  }
  return (
    <SettingsFrame viewer={data.viewer} organization={shown} title={text('domains.title')}>
      <FormSection
        title={text('domains.add')}
        hint={text('domains.hint')}
        submitLabel={text('domains.addButton')}
        isChanged={added.trim() !== ''}
        action={{ ...add, fault: gatheredAt(add.fault, 'emailDomains') }}
        onSubmit={submit}
      >
        <TextField
          name="emailDomains"
          label={text('domains.domain')}
          placeholder="example.com"
          value={added}
          onChange={setAdded}
        />
      </FormSection>
      {emailDomainProofs.map((proof) => (
        <DomainCard
          key={proof.domain}
          proof={proof}
          isBusy={change.isRunning}
          onCheck={() => void check(proof.domain)}
          onRemove={() => void remove(proof.domain)}
        />
      ))}
    </SettingsFrame>
  )
}
