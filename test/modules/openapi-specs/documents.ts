import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Returns a small OpenAPI document. */
export const petsDocument = (title = 'Pets', version = '3.1.0') => ({
  openapi: version,
  info: { title, version: '1' },
  paths: { '/pets': { get: { responses: { 200: { description: 'All of them' } } } } },
})

export const swaggerYaml = `swagger: "2.0"
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      responses:
        200: {description: All of them}
`

export const textOf = (document: unknown) => JSON.stringify(document)

/** Starts a server on the loopback interface for the duration of the test, which counts its requests. */
export async function serve(listener: RequestListener) {
  const requested: string[] = []
  const server = createServer((request, response) => {
    requested.push(request.url ?? '')
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requested }
}

/** Starts a server that serves texts by path. */
export const serveFiles = (files: Readonly<Record<string, string>>) =>
  serve((request, response) => {
    const text = files[(request.url ?? '').split('?')[0] as string]
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
