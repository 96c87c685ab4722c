import type { MouseEvent } from 'react'
import { basePath } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import styles from './prose.module.css'

/** A text that the server rendered, such as a comment. Its links to the workspace lead to screens. */
export function Prose({ html }: { readonly html: string }) {
  const go = useGo()
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    if (!link || event.defaultPrevented || event.button !== 0) return
    if (event.ctrlKey || event.metaKey || event.shiftKey || link.origin !== location.origin) return
    const path = link.pathname.slice(basePath.length)
    if (!/^\/[osc]\//.test(path)) return
    event.preventDefault()
    go(`${path}${link.search}${link.hash}`)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it have the focus, and a key clicks them.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links in it have the focus, and a key clicks them.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it, without scripts, as it renders sites.
    <div className={styles.prose} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
