import plus from 'icon:plus'
import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type {
  OidcProviderFragment,
  SamlProviderFragment,
} from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { Enforcement } from './enforcement.tsx'
import { ProviderCard } from './provider-card.tsx'
import { OidcProvider, SamlProvider, SignIn, SignInQuery } from './sign-in-operations.ts'

const OidcDialog = onDemand(() => import('./oidc-dialog.tsx'), 'OidcDialog')
const SamlDialog = onDemand(() => import('./saml-dialog.tsx'), 'SamlDialog')

/** A provider that is edited, or the protocol of one that is added. */
type Edited =
  | { readonly kind: 'OIDC'; readonly provider?: OidcProviderFragment }
  | { readonly kind: 'SAML'; readonly provider?: SamlProviderFragment }

/** The identity providers of an organization, and whether members must sign in with one of them. */
export function SignInScreen({ organization }: { readonly organization: string }) {
  const [edited, setEdited] = useState<Edited>()
  const { data, fault, refresh } = useScreen(SignInQuery, { organization })
  const shown = data?.organization
  if (!data || !shown) return <Waiting fault={fault} onRetry={refresh} />
  const { requiresSSO, samlProviders, oidcProviders } = unmask(SignIn, shown)
  if (!samlProviders || !oidcProviders) return <NotFound />
  const providers = [
    ...oidcProviders.nodes.map((node) => unmask(OidcProvider, node)),
    ...samlProviders.nodes.map((node) => unmask(SamlProvider, node)),
  ]
  const add = (
    <>
      <Button icon={plus} onPress={() => setEdited({ kind: 'SAML' })}>
        {text('signIn.addSaml')}
      </Button>
      <Button kind="main" icon={plus} onPress={() => setEdited({ kind: 'OIDC' })}>
        {text('signIn.addOidc')}
      </Button>
    </>
  )
  const close = () => setEdited(undefined)
  return (
    <SettingsFrame
      viewer={data.viewer}
      organization={shown}
      title={text('signIn.title')}
      actions={providers.length > 0 && add}
    >
      {providers.length === 0 ? (
        <EmptyState title={text('signIn.none')} hint={text('signIn.noneHint')}>
          {add}
        </EmptyState>
      ) : (
        <>
          {providers.map((provider) => (
            <ProviderCard
              key={provider.id}
              provider={provider}
              onEdit={() =>
                setEdited(
                  provider.__typename === 'OidcProvider'
                    ? { kind: 'OIDC', provider }
                    : { kind: 'SAML', provider },
                )
              }
            />
          ))}
          <Enforcement organization={organization} isRequired={requiresSSO} />
        </>
      )}
      {edited?.kind === 'OIDC' && (
        <OidcDialog organization={organization} provider={edited.provider} onClose={close} />
      )}
      {edited?.kind === 'SAML' && (
        <SamlDialog organization={organization} provider={edited.provider} onClose={close} />
      )}
    </SettingsFrame>
  )
}
