import { escapeHtml } from '../../http/escape-html.ts'
import type { Player } from './providers.ts'

/** Returns HTML that shows a player. It has no script, and the framed page cannot reach the page around it. */
export function frameOf(title: string, { src, height }: Pick<Player, 'src' | 'height'>): string {
  const size =
    'ratio' in height
      ? `width:100%;aspect-ratio:${Math.round((1 / height.ratio) * 1000) / 1000}`
      : `width:100%;height:${height.pixels}px`
  return `<iframe src="${escapeHtml(src)}" title="${escapeHtml(title)}" style="${size};border:0" loading="lazy" allowfullscreen allow="fullscreen; picture-in-picture; encrypted-media" sandbox="allow-scripts allow-same-origin allow-popups allow-presentation allow-forms"></iframe>`
}
