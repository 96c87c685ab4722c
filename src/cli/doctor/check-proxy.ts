import { connect, type PeerCertificate } from 'node:tls'
import { WebSocket } from 'ws'
import type { Config } from '../../base/config.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('proxy')

const timeoutMs = 10_000
/** More than nginx takes by default, and less than Lectern does. */
const largeBytes = 1_300_000
const soonDays = 14
const dayMs = 86_400_000

/** Checks what proxies in front of the server pass on: large requests, websockets, and a certificate that stays valid. */
export async function checkProxy(config: Config): Promise<Finding[]> {
  const findings = await Promise.all([
    checkLargeRequests(config),
    checkWebSockets(config),
    checkCertificate(config),
  ])
  const wrong = findings.filter((finding) => finding !== undefined)
  return wrong.length > 0 ? wrong : [ok('Large requests and websockets reach Lectern.')]
}

async function checkLargeRequests({ baseUrl, maxBodyBytes }: Config): Promise<Finding | undefined> {
  if (maxBodyBytes < largeBytes) return undefined
  try {
    const { status } = await fetch(`${baseUrl}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }', variables: { doctor: ' '.repeat(largeBytes) } }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (status !== 413) return undefined
    return problem(
      'A proxy refuses requests of more than a megabyte, with which files and pages are sent.',
      'Let it pass requests of the size of MAX_UPLOAD_BYTES; in nginx: client_max_body_size 0.',
    )
  } catch (error) {
    return problem(
      `A request of more than a megabyte fails: ${reasonOf(error)}.`,
      'Check the limits of the proxy for the size and the time of a request.',
    )
  }
}

function checkWebSockets({ baseUrl }: Config): Promise<Finding | undefined> {
  const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', {
    handshakeTimeout: timeoutMs,
  })
  return new Promise((resolve) => {
    socket.on('open', () => {
      socket.terminate()
      resolve(undefined)
    })
    socket.on('error', (error) =>
      resolve(
        warning(
          `A websocket cannot be opened: ${reasonOf(error)}.`,
          'Let the proxy pass the headers Upgrade and Connection; without them subscriptions use server-sent events only.',
        ),
      ),
    )
  })
}

/** Returns a finding if the certificate ends soon. One that is not valid has failed the check of the address. */
async function checkCertificate({ baseUrl }: Config): Promise<Finding | undefined> {
  const { protocol, hostname, port } = new URL(baseUrl)
  if (protocol !== 'https:') return undefined
  const certificate = await certificateOf(hostname, Number(port || 443))
  const days = Math.floor((Date.parse(certificate?.valid_to ?? '') - Date.now()) / dayMs)
  if (!(days < soonDays)) return undefined
  return warning(
    `The certificate of ${hostname} ends in ${days} days.`,
    'Renew it, and see why it is not renewed by itself.',
  )
}

const certificateOf = (host: string, port: number): Promise<PeerCertificate | undefined> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, servername: host, timeout: timeoutMs }, () => {
      resolve(socket.getPeerCertificate())
      socket.end()
    })
    for (const event of ['error', 'timeout']) socket.on(event, () => resolve(undefined))
  })
