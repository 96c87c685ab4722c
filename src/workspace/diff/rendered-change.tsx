import { useEffect, useMemo, useRef, useState } from 'react'
import { text } from '../app/texts.ts'
import { PreviewFrame } from '../parts/preview-frame.tsx'
import { Loading } from '../parts/waiting.tsx'
import { markedHtml } from './marked-html.ts'
import styles from './rendered-change.module.css'

interface Props {
  /** The HTML before; null for a text that was not there, and undefined until it is read. */
  readonly before: string | null | undefined
  readonly after: string | null | undefined
  readonly title: string
  readonly onNavigate: (path: string) => void
}

/** Both versions of a text as sites show it, with marks where they differ. A frame is made when it is near what is seen. */
export function RenderedChange({ before, after, title, onNavigate }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!box.current || isNear) return
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && setNear(true), {
      rootMargin: '600px',
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [isNear])
  const isRead = before !== undefined || after !== undefined
  const html = useMemo(
    () => (isNear && isRead ? markedHtml(before ?? '', after ?? '') : undefined),
    [isNear, isRead, before, after],
  )
  return (
    <div ref={box} className={styles.box}>
      {html === undefined ? (
        <Loading />
      ) : (
        <PreviewFrame
          html={html}
          title={text('diff.renderedOf', { title })}
          isWhole
          onNavigate={onNavigate}
        />
      )}
    </div>
  )
}
