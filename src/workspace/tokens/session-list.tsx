import type { SessionsOfViewerFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Section } from '../parts/form-section.tsx'
import listStyles from '../parts/list.module.css'
import { EndOtherSessions, EndSession } from './token-operations.ts'
import styles from './tokens.module.css'
import { Use } from './use.tsx'

interface Props {
  readonly sessions: SessionsOfViewerFragment['sessions']['nodes']
}

/** The sessions of the viewer, of which all but this one can be ended. */
export function SessionList({ sessions }: Props) {
  const end = useAction(EndSession)
  const endOthers = useAction(EndOtherSessions)
  return (
    <Section
      title={text('tokens.sessions')}
      hint={text('tokens.sessionsHint')}
      actions={
        sessions.length > 1 && (
          <Button
            isPending={endOthers.isRunning}
            onPress={async () => {
              if (await endOthers.run({})) showDone(text('tokens.othersEnded'))
            }}
          >
            {text('tokens.endOthers')}
          </Button>
        )
      }
    >
      <ul className={listStyles.list} aria-label={text('tokens.sessions')}>
        {sessions.map(({ sessionId, label, device, address, lastUsedAt, isCurrent }) => {
          const name = device ?? text('tokens.unknownDevice')
          return (
            <li key={sessionId} className={styles.row}>
              <div className={listStyles.named}>
                <strong>{name}</strong>
                <span>
                  {[label, address].filter(Boolean).join(' · ')} · <Use lastUsedAt={lastUsedAt} />
                </span>
              </div>
              {isCurrent ? (
                <Badge kind="good">{text('tokens.current')}</Badge>
              ) : (
                <Button
                  aria-label={text('tokens.endNamed', { device: name })}
                  onPress={async () => {
                    if (await end.run({ session: sessionId })) showDone(text('tokens.ended'))
                  }}
                >
                  {text('tokens.end')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
