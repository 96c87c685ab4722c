import newTab from 'icon:arrow-up-right-from-square'
import pen from 'icon:pen'
import trash from 'icon:trash'
import { useState } from 'react'
import type {
  OidcProviderFragment,
  SamlProviderFragment,
} from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { Badge } from '../parts/badge.tsx'
import { ButtonLink } from '../parts/button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Section } from '../parts/form-section.tsx'
import { Hint } from '../parts/hint.tsx'
import { Menu } from '../parts/menu.tsx'
import styles from './sign-in.module.css'
import { DeleteOidcProvider, DeleteSamlProvider } from './sign-in-operations.ts'

interface Props {
  readonly provider: OidcProviderFragment | SamlProviderFragment
  readonly onEdit: () => void
}

/** An identity provider: whether members can use it, a button that tries it, and what it must know of this server. */
export function ProviderCard({ provider, onEdit }: Props) {
  const [isRemoving, setRemoving] = useState(false)
  const { label, status, service } = provider
  const isOidc = provider.__typename === 'OidcProvider'
  const isActive = status === 'ACTIVE'
  return (
    <Section
      title={label}
      hint={text(isOidc ? 'signIn.oidc' : 'signIn.saml')}
      actions={
        <div className={styles.actions}>
          <Badge kind={isActive ? 'good' : 'warning'}>
            {text(isActive ? 'signIn.status.ACTIVE' : 'signIn.status.PENDING')}
          </Badge>
          <Menu
            label={text('signIn.actionsFor', { label })}
            groups={[
              [{ id: 'edit', label: text('signIn.edit'), icon: pen, act: onEdit }],
              [
                {
                  id: 'delete',
                  label: text('signIn.delete'),
                  icon: trash,
                  isDangerous: true,
                  act: () => setRemoving(true),
                },
              ],
            ]}
          />
        </div>
      }
    >
      {isActive ? (
        <div className={styles.test}>
          <ButtonLink icon={newTab} href={service.startURL}>
            {text('signIn.test')}
          </ButtonLink>
          <p>{text('signIn.testHint')}</p>
        </div>
      ) : (
        <Hint>{text(isOidc ? 'signIn.pendingOidc' : 'signIn.pendingSaml')}</Hint>
      )}
      <details className={styles.details} open={!isActive}>
        <summary>{text('signIn.service')}</summary>
        <div className={styles.urls}>
          {provider.__typename === 'OidcProvider' ? (
            <>
              <CopyField label={text('signIn.redirectURL')} value={provider.service.redirectURL} />
              <CopyField label={text('signIn.logoutURL')} value={provider.service.backchannelLogoutURL} />
            </>
          ) : (
            <>
              <CopyField label={text('signIn.acsURL')} value={provider.service.acsURL} />
              <CopyField label={text('signIn.ownEntityID')} value={provider.service.entityID} />
              <CopyField label={text('signIn.logoutURL')} value={provider.service.logoutURL} />
            </>
          )}
          <CopyField label={text('signIn.startURL')} value={service.startURL} />
        </div>
      </details>
      {isRemoving && <RemoveDialog provider={provider} onClose={() => setRemoving(false)} />}
    </Section>
  )
}

interface RemoveProps extends Pick<Props, 'provider'> {
  readonly onClose: () => void
}

function RemoveDialog({ provider: { id, label, __typename }, onClose }: RemoveProps) {
  const removeOidc = useAction(DeleteOidcProvider, { isInForm: true })
  const removeSaml = useAction(DeleteSamlProvider, { isInForm: true })
  const remove = __typename === 'OidcProvider' ? removeOidc : removeSaml
  const submit = async () => {
    if (await remove.run({ provider: id })) onClose()
  }
  return (
    <FormDialog
      title={text('signIn.deleteTitle', { label })}
      submitLabel={text('signIn.delete')}
      isDangerous
      action={remove}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text('signIn.deleteText')}</p>
    </FormDialog>
  )
}
