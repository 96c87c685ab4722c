import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type HeldSource = Awaited<ReturnType<typeof heldSource>>

/** A page that is sent only when it is released, and a promise that it was asked for. */
export async function heldSource() {
  const asked = Promise.withResolvers<void>()
  const answers: ServerResponse[] = []
  let isFree = false
  const server = createServer((_request, response) => {
    asked.resolve()
    if (isFree) response.end('# Imported\n\nText')
    else answers.push(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const release = () => {
    isFree = true
    for (const response of answers) response.end('# Imported\n\nText')
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/page.md`,
    asked: asked.promise,
    release,
  }
}
