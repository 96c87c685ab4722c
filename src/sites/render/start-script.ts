import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import { scriptAddress } from '../browser/site-files.ts'

/** Applies the theme that the visitor chose before anything is drawn. */
const applyTheme =
  "try{const theme=localStorage.getItem('lectern-theme');if(theme)root.dataset.theme=theme}catch{}"

/** Keeps room for what the script of the site will make of the page, unless it cannot. */
const keepRoom =
  "root.classList.add('scripted');addEventListener('error',()=>root.classList.remove('scripted'),true)"

/**
 * Returns the script in the head of a page, which loads that of the site. The policy of the page allows this text by its
 * hash and what it loads, and so no other script of the host: neither an uploaded file nor one that a page contains.
 */
export function startScript({ assets, settings }: Pick<Visit, 'assets' | 'settings'>): string {
  const load = `const script=document.createElement('script');script.src=${JSON.stringify(scriptAddress(assets))};document.head.append(script)`
  return `{const root=document.documentElement;${settings.themes.toggeable ? `${applyTheme};` : ''}${keepRoom};${load}}`
}
