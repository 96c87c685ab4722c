import plus from 'icon:plus'
import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { serverAddress } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { Section } from '../parts/form-section.tsx'
import { Hint } from '../parts/hint.tsx'
import listStyles from '../parts/list.module.css'
import { onDemand } from '../parts/on-demand.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { SessionList } from './session-list.tsx'
import type { TokenDialog } from './token-dialogs.tsx'
import { SessionsOfViewer, TokensOfViewer, TokensQuery } from './token-operations.ts'
import { TokenRow } from './token-row.tsx'

const TokenDialogs = onDemand(() => import('./token-dialogs.tsx'), 'TokenDialogs')

/** The API tokens and the sessions of the viewer. */
export function TokensScreen({ organization }: { readonly organization: string }) {
  const [dialog, setDialog] = useState<TokenDialog>()
  const { data, fault, refresh } = useScreen(TokensQuery, { organization })
  if (!data?.viewer || !data.organization) return <Waiting fault={fault} onRetry={refresh} />
  const tokens = unmask(TokensOfViewer, data.viewer).tokens.nodes
  const sessions = unmask(SessionsOfViewer, data.viewer).sessions.nodes
  return (
    <SettingsFrame viewer={data.viewer} organization={data.organization} title={text('tokens.title')}>
      <Section
        title={text('tokens.mine')}
        hint={text('tokens.mineHint')}
        actions={
          <Button kind="main" icon={plus} onPress={() => setDialog({ kind: 'create' })}>
            {text('tokens.new')}
          </Button>
        }
      >
        {tokens.length === 0 ? (
          <Hint>{text('tokens.none')}</Hint>
        ) : (
          <ul className={listStyles.list} aria-label={text('tokens.mine')}>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} onDialog={setDialog} />
            ))}
          </ul>
        )}
      </Section>
      <SessionList sessions={sessions} />
      <Hint>
        {text('tokens.account')} <a href={serverAddress('/account')}>{text('tokens.accountLink')}</a>
      </Hint>
      {dialog && <TokenDialogs dialog={dialog} onClose={() => setDialog(undefined)} />}
    </SettingsFrame>
  )
}
