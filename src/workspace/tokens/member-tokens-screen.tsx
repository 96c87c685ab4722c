import { useState } from 'react'
import { Link } from 'react-aria-components'
import { useSearchParams } from 'wouter'
import type { MemberTokensScreenQuery } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { usePages } from '../app/use-pages.ts'
import { useScreen } from '../app/use-screen.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Hint } from '../parts/hint.tsx'
import listStyles from '../parts/list.module.css'
import { LongList } from '../parts/long-list.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { Avatar } from '../parts/person.tsx'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { MemberTokensQuery, RevokeMemberToken } from './token-operations.ts'
import styles from './tokens.module.css'
import { Use } from './use.tsx'
import { widestScope } from './widest-scope.ts'

type MemberToken = NonNullable<
  NonNullable<MemberTokensScreenQuery['organization']>['memberTokens']
>['nodes'][number]

/** What gives members access: their tokens, programs and sessions, which admins can revoke. */
export function MemberTokensScreen({ organization }: { readonly organization: string }) {
  const [revoked, setRevoked] = useState<MemberToken>()
  const [search] = useSearchParams()
  const variables = { organization, user: search.get('user') }
  const { data, fault, refresh } = useScreen(MemberTokensQuery, variables)
  const shown = data?.organization
  const pages = usePages({
    document: MemberTokensQuery,
    variables,
    first: shown?.memberTokens ?? undefined,
    pageOf: (answer) => answer.organization?.memberTokens,
  })
  if (!data || !shown) return <Waiting fault={fault} onRetry={refresh} />
  if (!shown.memberTokens) return <NotFound />
  const rows = { ...pages, nodes: pages.nodes.map((token) => ({ ...token, id: token.tokenId })) }
  return (
    <SettingsFrame viewer={data.viewer} organization={shown} title={text('tokens.ofMembers')}>
      <p className={styles.intro}>
        {text('tokens.ofMembersHint')}{' '}
        {variables.user !== null && (
          <Link href={paths.part(organization, 'member-tokens')}>{text('tokens.showAll')}</Link>
        )}
      </p>
      {rows.nodes.length === 0 ? (
        <EmptyState title={text('tokens.noneOfMembers')} hint={text('tokens.noneOfMembersHint')} />
      ) : (
        <LongList
          label={text('tokens.ofMembers')}
          pages={rows}
          nameOf={({ user, label }) => `${user.displayName}: ${label}`}
        >
          {(token) => <MemberTokenRow token={token} onRevoke={() => setRevoked(token)} />}
        </LongList>
      )}
      {revoked && <RevokeDialog token={revoked} onRevoked={refresh} onClose={() => setRevoked(undefined)} />}
    </SettingsFrame>
  )
}

interface RowProps {
  readonly token: MemberToken
  readonly onRevoke: () => void
}

function MemberTokenRow({ token, onRevoke }: RowProps) {
  const { user, kind, label, prefix, device, address, lastUsedAt, expiresAt, scopes } = token
  const isSession = kind === 'SESSION'
  return (
    <div className={styles.item}>
      <Avatar person={user} />
      <div className={listStyles.named}>
        <strong>{user.displayName}</strong>
        <span>
          {(isSession ? [device, label, address] : [label, `${prefix}…`]).filter(Boolean).join(' · ')} ·{' '}
          <Use lastUsedAt={lastUsedAt} expiresAt={isSession ? null : expiresAt} />
        </span>
      </div>
      <Badge>{text(`tokens.kind.${kind}`)}</Badge>
      {!isSession && <Badge>{text(`tokens.scope.${widestScope(scopes)}`)}</Badge>}
      <Button
        aria-label={text(isSession ? 'tokens.endOf' : 'tokens.revokeOf', { label, name: user.displayName })}
        onPress={onRevoke}
      >
        {text(isSession ? 'tokens.end' : 'tokens.revoke')}
      </Button>
    </div>
  )
}

interface RevokeProps {
  readonly token: MemberToken
  readonly onRevoked: () => void
  readonly onClose: () => void
}

function RevokeDialog({ token, onRevoked, onClose }: RevokeProps) {
  const { label, user } = token
  const isSession = token.kind === 'SESSION'
  return (
    <MutationDialog
      title={text(isSession ? 'tokens.endOf' : 'tokens.revokeOf', { label, name: user.displayName })}
      submitLabel={text(isSession ? 'tokens.end' : 'tokens.revoke')}
      isDangerous
      mutation={RevokeMemberToken}
      variables={{ token: token.tokenId }}
      onDone={() => {
        showDone(isSession ? text('tokens.ended') : text('tokens.revoked', { label }))
        onRevoked()
      }}
      onClose={onClose}
    >
      <Hint>{text(isSession ? 'tokens.endText' : 'tokens.revokeText', { name: user.displayName })}</Hint>
    </MutationDialog>
  )
}
