import type { Config } from '../../base/config.ts'
import { isLoopback } from '../../base/loopback.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning } = findingsOf('configuration')

/** Finds settings that are valid and rarely meant. */
export function checkConfiguration(config: Config): Finding[] {
  const { protocol, hostname } = new URL(config.baseUrl)
  const isPublic = !isLoopback(hostname)
  const findings = [
    isPublic &&
      protocol === 'http:' &&
      warning(
        `BASE_URL is ${config.baseUrl}, so that tokens and sessions travel unencrypted.`,
        'Put a proxy with a certificate in front of the server, and set BASE_URL to its https address.',
      ),
    !isPublic &&
      !isLoopback(config.host) &&
      warning(
        `The server accepts connections from other machines, and BASE_URL is ${config.baseUrl}, which leads them to themselves.`,
        'Set BASE_URL to the address by which the server is reached.',
      ),
    isPublic &&
      config.trustedProxies.length === 0 &&
      warning(
        'TRUSTED_PROXIES is empty, so that behind a proxy all clients share one rate limit, and the audit log has the address of the proxy.',
        'Set TRUSTED_PROXIES to the addresses of the proxies, unless clients reach the server directly.',
      ),
    config.outboundAllow.some((entry) => /\/0$/.test(entry)) &&
      warning(
        'OUTBOUND_ALLOW allows every address, so that a member can make the server read private ones.',
        'List only the hosts that imports need.',
      ),
    config.rateLimit === 'off' &&
      warning('RATE_LIMIT is off, so that nothing limits who guesses tokens.', 'Unset RATE_LIMIT.'),
  ].filter((finding) => finding !== false)
  return findings.length > 0 ? findings : [ok(`BASE_URL is ${config.baseUrl}.`)]
}
