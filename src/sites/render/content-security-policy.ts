import { createHash } from 'node:crypto'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import { playerOrigins } from './players.ts'
import { startScript } from './start-script.ts'
import { fontOrigins } from './theme/font-styles.ts'
import { themeStyles } from './theme-styles.ts'

/** Returns the source of a policy that allows a script or a stylesheet by its text. */
export const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Returns the policy of pages. It allows one script, which starts that of the site, and the stylesheets of the site. An
 * attribute with a script or a style is never applied.
 */
export const contentSecurityPolicy = (visit: Visit): string =>
  [
    "default-src 'none'",
    "img-src 'self' https: data:",
    "media-src 'self' https:",
    ['font-src', "'self'", ...fontOrigins(visit.settings.styling)].join(' '),
    `script-src ${hashOf(startScript(visit))} 'strict-dynamic'`,
    `style-src ${hashOf(themeStyles(visit.settings))} 'self'`,
    "connect-src 'self'",
    `frame-src ${playerOrigins.join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
