import { useEffect, useRef, useState } from 'react'
import { serverAddress } from '../app/addresses.ts'
import { type Fault, faultOfError, type SentError } from '../app/faults.ts'
import { loadRefusals } from '../app/refusals.ts'
import { text } from '../app/texts.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import styles from './site-preview.module.css'

interface Props {
  readonly site: string
  /** The site-space that the changes are of, which is shown first; those of the site otherwise. */
  readonly siteSpace: string | undefined
  /** The changes that are not saved, as JSON. */
  readonly customization: string
  /** The version of what they stand on. */
  readonly version: string | null
}

interface Shot {
  readonly number: number
  /** Undefined for the first page. */
  readonly path: string | undefined
  readonly customization: string
}

/** Why a state cannot be shown. */
/** How long after a change the site is shown again, so that it is not at each key. */
const pause = 400

/**
 * The site with a customization that is not saved. Each state has a frame of its own, which replaces the one before once it is loaded:
 * nothing flickers, and the history of the browser stays as it is.
 */
export function SitePreview({ site, siteSpace, customization, version }: Props) {
  const [path, setPath] = useState<string>()
  const [shots, setShots] = useState<readonly Shot[]>([])
  const isFirst = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is shown although nothing else is different.
  useEffect(() => {
    const show = () =>
      setShots((all) => [...all, { number: (all.at(-1)?.number ?? 0) + 1, path, customization }])
    const timer = setTimeout(show, isFirst.current ? 0 : pause)
    isFirst.current = false
    return () => clearTimeout(timer)
  }, [path, customization, version])

  const dropBefore = (number: number) => setShots((all) => all.filter((shot) => shot.number >= number))
  return (
    <div className={styles.preview}>
      {shots.map((shot) => (
        <ShotFrame
          key={shot.number}
          site={site}
          siteSpace={siteSpace}
          shot={shot}
          onLoad={() => dropBefore(shot.number)}
          onFollow={setPath}
        />
      ))}
    </div>
  )
}

interface ShotProps {
  readonly site: string
  readonly siteSpace: string | undefined
  readonly shot: Shot
  readonly onLoad: () => void
  /** Takes the path on the site to which a link leads. */
  readonly onFollow: (path: string) => void
}

/** A message of a page in a frame. */
type ShotMessage =
  | { readonly type: 'link'; readonly href: string; readonly path: string | null }
  | ({ readonly type: 'fault' } & SentError)

function ShotFrame({ site, siteSpace, shot, onLoad, onFollow }: ShotProps) {
  const [isLoaded, setLoaded] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const frame = useRef<HTMLIFrameElement>(null)
  const isSent = useRef(false)
  const name = `site-preview-${shot.number}`
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const query = new URLSearchParams({
      ...(shot.path !== undefined && { path: shot.path }),
      ...(siteSpace !== undefined && { siteSpace }),
    })
    post(serverAddress(`/workspace/site-preview/${site}?${query}`), name, shot.customization)
  }, [site, siteSpace, shot, name])
  useEffect(() => {
    const take = ({ source, origin, data }: MessageEvent<ShotMessage>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      if (data.type === 'fault') void loadRefusals().then(() => setFault(faultOfError(data)))
      if (data.type !== 'link') return
      if (data.path === null) open(data.href, '_blank', 'noopener')
      else onFollow(data.path)
    }
    addEventListener('message', take)
    return () => removeEventListener('message', take)
  }, [onFollow])
  const load = () => {
    if (!isSent.current) return
    setLoaded(true)
    onLoad()
  }
  const isHidden = !isLoaded || fault !== undefined
  return (
    <>
      <iframe
        ref={frame}
        name={name}
        title={text('look.preview')}
        className={styles.frame}
        data-hidden={isHidden || undefined}
        aria-hidden={isHidden}
        onLoad={load}
      />
      {isLoaded && fault && <ShotFault fault={fault} />}
    </>
  )
}

/** Stands in the place of a frame that has nothing to show. */
const ShotFault = ({ fault: { reason, message } }: { readonly fault: Fault }) => (
  <div className={styles.fault}>
    {reason === 'NO_PAGE_TO_PREVIEW' ? (
      <EmptyState title={text('look.noPage')} hint={text('look.noPageHint')} />
    ) : (
      message
    )}
  </div>
)

/** Sends the form whose answer a frame shows. */
function post(action: string, target: string, customization: string): void {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action, target, hidden: true })
  const field = document.createElement('input')
  Object.assign(field, { name: 'customization', value: customization })
  form.append(field)
  document.body.append(form)
  form.submit()
  form.remove()
}
