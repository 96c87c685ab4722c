import { text } from '../app/texts.ts'
import { Ago } from '../parts/time.tsx'

interface Props {
  readonly lastUsedAt: string | null
  readonly expiresAt?: string | null
}

/** When a token was used last, and when it expires. */
export const Use = ({ lastUsedAt, expiresAt = null }: Props) => (
  <>
    {lastUsedAt ? (
      <>
        {text('tokens.lastUsed')} <Ago at={lastUsedAt} />
      </>
    ) : (
      text('tokens.neverUsed')
    )}
    {expiresAt && (
      <>
        {' · '}
        {text('tokens.expires')} <Ago at={expiresAt} />
      </>
    )}
  </>
)
