import { useEffect } from 'react'
import { useClient } from 'urql'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { Button } from '../parts/button.tsx'
import { serverAddress } from './addresses.ts'
import styles from './banners.module.css'
import { useOnline } from './connection.ts'
import { tellSessionBack, useSessionEnded } from './session.ts'
import { text } from './texts.ts'

const SessionQuery = graphql(`
  query SignedIn { viewer { id } }
`)

/** Says above all screens what keeps everything from being saved: no network, or a session that has ended. */
export function Banners() {
  const isOnline = useOnline()
  const hasEnded = useSessionEnded()
  useLookingForSession(hasEnded)
  return (
    <div aria-live="assertive">
      {!isOnline && <p className={styles.banner}>{text('banner.offline')}</p>}
      {hasEnded && (
        <p className={styles.banner}>
          {text('banner.sessionEnded')}{' '}
          <a href={serverAddress('/sign-in')} target="_blank" rel="noopener opener">
            {text('banner.signIn')}
          </a>
          <Button kind="quiet" onPress={tellSessionBack}>
            {text('banner.signedIn')}
          </Button>
        </p>
      )}
    </div>
  )
}

/** Looks whether there is a session again when somebody comes back from the tab in which they sign in. */
function useLookingForSession(hasEnded: boolean): void {
  const client = useClient()
  useEffect(() => {
    if (!hasEnded) return
    const look = async () => {
      const { data } = await client.query(SessionQuery, {}, { requestPolicy: 'network-only' }).toPromise()
      if (data?.viewer) tellSessionBack()
    }
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [client, hasEnded])
}
