import type { Config } from '../../base/config.ts'
import { guardedProbe } from '../../http/guarded-fetch.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const { ok, problem } = findingsOf('outbound')

const timeoutMs = 10_000

/**
 * Checks that the servers which the configuration names can be reached, as this server reaches them. Any answer counts, also an error
 * of theirs.
 */
export async function checkOutbound({ renderer, purge, outboundAllow }: Config): Promise<Finding[]> {
  const named = { RENDERER_URL: renderer?.url, PURGE_URL: purge?.url }
  const urls = Object.entries(named).flatMap(([name, url]) => (url === undefined ? [] : [{ name, url }]))
  if (urls.length === 0) return [ok('The configuration names no server that Lectern calls.')]
  return Promise.all(urls.map(({ name, url }) => reach(name, url, outboundAllow)))
}

async function reach(name: string, url: string, allow: readonly string[]): Promise<Finding> {
  try {
    const { status } = await guardedProbe(url, { allow, timeoutMs })
    return ok(`${name} answers, with status ${status}.`)
  } catch (error) {
    return problem(
      `${name} does not answer: ${reasonOf(error)}.`,
      `Check that ${new URL(url).origin} can be reached from this machine, and that OUTBOUND_ALLOW has its host if it is in a private network.`,
    )
  }
}
