import { Button } from '../parts/button.tsx'
import { serverAddress } from './addresses.ts'
import styles from './banners.module.css'
import { useOnline } from './connection.ts'
import { tellSessionBack, useSessionEnded } from './session.ts'
import { text } from './texts.ts'

/** Says above all screens what keeps everything from being saved: no network, or a session that has ended. */
export function Banners() {
  const isOnline = useOnline()
  const hasEnded = useSessionEnded()
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
