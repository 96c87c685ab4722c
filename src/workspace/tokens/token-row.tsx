import rotate from 'icon:rotate'
import trash from 'icon:trash'
import type { TokensOfViewerFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { Badge } from '../parts/badge.tsx'
import listStyles from '../parts/list.module.css'
import { Menu } from '../parts/menu.tsx'
import type { TokenDialog } from './token-dialogs.tsx'
import styles from './tokens.module.css'
import { Use } from './use.tsx'
import { widestScope } from './widest-scope.ts'

interface Props {
  readonly token: TokensOfViewerFragment['tokens']['nodes'][number]
  readonly onDialog: (dialog: TokenDialog) => void
}

/** A token of the viewer. Those of programs are renewed by the programs. */
export const TokenRow = ({ token, onDialog }: Props) => {
  const { label, kind, prefix, scopes, lastUsedAt, expiresAt } = token
  return (
    <li className={styles.row}>
      <div className={listStyles.named}>
        <strong>{label}</strong>
        <span>
          <code>{prefix}…</code> · <Use lastUsedAt={lastUsedAt} expiresAt={expiresAt} />
        </span>
      </div>
      {kind === 'OAUTH' && <Badge>{text('tokens.kind.OAUTH')}</Badge>}
      <Badge>{text(`tokens.scope.${widestScope(scopes)}`)}</Badge>
      <Menu
        label={text('tokens.actionsFor', { label })}
        groups={[
          [
            kind === 'API' && {
              id: 'rotate',
              label: text('tokens.rotate'),
              icon: rotate,
              act: () => onDialog({ kind: 'rotate', token }),
            },
            {
              id: 'revoke',
              label: text('tokens.revoke'),
              icon: trash,
              isDangerous: true,
              act: () => onDialog({ kind: 'revoke', token }),
            },
          ],
        ]}
      />
    </li>
  )
}
