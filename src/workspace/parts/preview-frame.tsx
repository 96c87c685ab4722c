import { useEffect, useRef, useState } from 'react'
import { basePath, serverAddress } from '../app/addresses.ts'
import { language } from '../app/texts.ts'
import styles from './preview-frame.module.css'

/** The colors of a preview: those of the system unless told otherwise. */
export type PreviewTheme = 'system' | 'light' | 'dark'

interface Props {
  /** A body that the graph rendered. */
  readonly html: string
  /** The name of the frame for screen readers. */
  readonly title: string
  readonly theme?: PreviewTheme
  /** Whether it is as high as its content, and does not scroll by itself. */
  readonly isWhole?: boolean
  /** Goes to a path of the workspace that a link leads to. */
  readonly onNavigate: (path: string) => void
  /** Takes the block at the top level that was clicked. */
  readonly onSelect?: (block: SelectedBlock) => void
  /** What is scrolled to: an element by its id, or a block by its number. Another object scrolls again. */
  readonly revealed?: { readonly id: string } | { readonly block: number } | undefined
  /** An element beside it that it is scrolled with. */
  readonly beside?: Element | undefined
}

export interface SelectedBlock {
  /** Its number among those at the top level, from 0. */
  readonly block: number
  /** The id of the heading at or above it; null before the first one. */
  readonly heading: string | null
  /** The beginning of its text. */
  readonly text: string
}

type FrameMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'height'; readonly height: number }
  | { readonly type: 'link'; readonly href: string; readonly newTab: boolean }
  | ({ readonly type: 'select' } & SelectedBlock)
  | ({ readonly type: 'key'; readonly key: string } & Pick<
      KeyboardEventInit,
      'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'
    >)

/** A body as a site shows it, in a frame with the styles of sites. */
export function PreviewFrame({
  html,
  title,
  theme = 'system',
  isWhole = false,
  onNavigate,
  onSelect,
  revealed,
  beside,
}: Props) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [height, setHeight] = useState<number>()
  const [address] = useState(() =>
    serverAddress(`/workspace/preview?${new URLSearchParams({ lang: language })}`),
  )

  useEffect(() => {
    const take = (event: MessageEvent<FrameMessage>) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== location.origin) return
      const message = event.data
      if (message.type === 'ready') setReady(true)
      if (message.type === 'height') setHeight(message.height)
      if (message.type === 'link') follow(message.href, message.newTab, onNavigate)
      if (message.type === 'select') onSelect?.(message)
      if (message.type === 'key') dispatchEvent(new KeyboardEvent('keydown', message))
    }
    addEventListener('message', take)
    return () => removeEventListener('message', take)
  }, [onNavigate, onSelect])

  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage({ type: 'show', html, theme }, location.origin)
  }, [isReady, html, theme])

  useEffect(() => {
    if (isReady && revealed)
      frame.current?.contentWindow?.postMessage({ type: 'reveal', ...revealed }, location.origin)
  }, [isReady, revealed])

  useEffect(() => {
    if (!isReady || !beside) return
    const scroll = () => {
      const scrollRange = beside.scrollHeight - beside.clientHeight
      const share = scrollRange > 0 ? beside.scrollTop / scrollRange : 0
      frame.current?.contentWindow?.postMessage({ type: 'scroll', share }, location.origin)
    }
    scroll()
    beside.addEventListener('scroll', scroll, { passive: true })
    return () => beside.removeEventListener('scroll', scroll)
  }, [isReady, beside])

  return (
    <iframe
      ref={frame}
      src={address}
      title={title}
      className={styles.frame}
      {...(isWhole && height !== undefined && { style: { blockSize: height } })}
    />
  )
}

/** Follows a link: within the workspace to the screen, and elsewhere in a tab of its own. */
function follow(href: string, newTab: boolean, onNavigate: (path: string) => void): void {
  const { origin, pathname, search, hash } = new URL(href)
  const path = `${pathname.slice(basePath.length)}${search}${hash}`
  if (newTab || origin !== location.origin || !/^\/[osc]\//.test(path)) open(href, '_blank', 'noopener')
  else onNavigate(path)
}
