import { siteFileAddress } from '../browser/site-files.ts'

/**
 * Returns the script in the head of a page, which loads that of the site. The policy of the page allows this text by its
 * hash and what it loads, and so no other script of the host: neither an uploaded file nor one that a page contains.
 */
export const startScript = (base: string): string =>
  `{const script=document.createElement('script');script.src=${JSON.stringify(siteFileAddress(base, 'site.js'))};document.head.append(script)}`
