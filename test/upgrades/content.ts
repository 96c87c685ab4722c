import { readFileSync } from 'node:fs'

/** Asks a server of some version, with the token of its first admin. */
export type Ask = (method: string, path: string, body?: object) => Promise<{ status: number; body: Answer }>

// biome-ignore lint/suspicious/noExplicitAny: answers of many versions
type Answer = any

const certificate = readFileSync(new URL('../fixtures/saml/idp.cert.pem', import.meta.url), 'utf8')

/** Requests that make content of every kind that a version knows. What it does not know is refused, and left out. */
export async function makeContent(ask: Ask): Promise<void> {
  const organization = (await ask('GET', '/orgs')).body.items[0].id
  const org = `/orgs/${organization}`
  const make = async (path: string, body: object = {}, method = 'POST'): Promise<Answer> => {
    const answer = await ask(method, path, body)
    return answer.status < 300 ? answer.body : null
  }
  const picture = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"/>'
  await make(`${org}/logo`, { name: 'logo.svg', base64: Buffer.from(picture).toString('base64') })
  const space = (await make(`${org}/spaces`, { title: 'Handbook' })).id
  const other = (await make(`${org}/spaces`, { title: 'Reference' })).id
  const write = (at: string, title: string, markdown: string, more: object = {}) =>
    make(`${at}/content`, { changes: [{ operation: 'insert_page', title, document: { markdown }, ...more }] })
  await write(
    `/spaces/${space}`,
    'Install',
    '# Install\n\nRun `make`, then read [the reference](https://example.com).',
  )
  await write(
    `/spaces/${space}`,
    'Überblick',
    '## Ziele\n\n* eins\n* zwei\n\n{% hint style="info" %}\nGut zu wissen.\n{% endhint %}',
  )
  await write(`/spaces/${other}`, 'Options', '| Name | Value |\n| --- | --- |\n| `zebra` | 1 |')
  await make(`/spaces/${space}/comments`, { body: { markdown: 'A comment of before.' } })
  const request = (await make(`/spaces/${space}/change-requests`, { subject: 'Say more' }))?.id
  const at = `/spaces/${space}/change-requests/${request}`
  await write(at, 'Proposed', 'Text that is proposed.')
  await make(at, { status: 'open' }, 'PATCH')
  const merged = (await make(`/spaces/${space}/change-requests`, { subject: 'Merged before' }))?.id
  await write(`/spaces/${space}/change-requests/${merged}`, 'Merged', 'Text that was merged.')
  await make(`/spaces/${space}/change-requests/${merged}/merge`)
  const collection = (await make(`${org}/collections`, { title: 'Shelf' }))?.id
  if (collection) await make(`/spaces/${other}/move`, { parent: collection })
  await make(`${org}/teams`, { title: 'Writers' }, 'PUT')
  await make(`${org}/link-invites`, { role: 'edit' })
  await make(`${org}/invites`, { emails: ['later@example.com'], role: 'read' })
  const site = (await make(`${org}/sites`, { title: 'Docs', visibility: 'public', spaces: [space] }))?.id
  await make(`${org}/sites/${site}/publish`)
  await make(`${org}/sites/${site}/share-links`, { name: 'For reviewers' })
  await make(`${org}/sites/${site}/redirects`, {
    source: '/old',
    destination: { kind: 'external', url: 'https://example.com/' },
  })
  await make(
    `${org}/openapi/pets`,
    { source: { text: 'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: {}' } },
    'PUT',
  )
  await make(`${org}/saml`, {
    label: 'Company',
    ssoURL: 'https://idp.example.com/sso',
    entityID: 'https://idp.example.com',
    certificate,
    defaultRole: 'read',
  })
  await make(`${org}/webhooks`, { url: 'https://hooks.example.com/', events: ['content.updated'] })
}

/** Returns the paths of what an admin reads of all of it. */
export async function pathsToRead(ask: Ask): Promise<string[]> {
  const organization = (await ask('GET', '/orgs')).body.items[0].id
  const org = `/orgs/${organization}`
  const listed = async (path: string): Promise<string[]> =>
    ((await ask('GET', path)).body?.items ?? []).map(({ id }: { id: string }) => id)
  const spaces = await listed(`${org}/spaces`)
  const sites = await listed(`${org}/sites`)
  const perSpace = spaces.flatMap((id) =>
    ['', '/content', '/content/pages', '/comments', '/change-requests', '/content/files'].map(
      (end) => `/spaces/${id}${end}`,
    ),
  )
  const perSite = sites.flatMap((id) =>
    ['', '/structure', '/site-spaces', '/share-links', '/redirects'].map((end) => `${org}/sites/${id}${end}`),
  )
  const perOrganization = [
    '',
    '/spaces',
    '/collections',
    '/members',
    '/teams',
    '/sites',
    '/openapi',
    '/saml',
    '/webhooks',
    '/link-invites',
    '/search?query=zebra',
  ].map((end) => `${org}${end}`)
  const pages = await Promise.all(
    spaces.map(async (id) =>
      ((await ask('GET', `/spaces/${id}/content/pages`)).body?.pages ?? []).map(
        (page: { id: string }) => `/spaces/${id}/content/page/${page.id}?format=markdown`,
      ),
    ),
  )
  return ['/user', '/orgs', ...perOrganization, ...perSpace, ...pages.flat(), ...perSite]
}

const told = new Set([
  'id',
  'title',
  'name',
  'slug',
  'path',
  'markdown',
  'subject',
  'status',
  'label',
  'role',
  'visibility',
  'kind',
  'type',
  'displayName',
  'email',
  'count',
  'source',
  'emoji',
])

/** Returns what an answer says, by the place in it: what every later version says as well. */
export function factsOf(body: unknown, at = ''): Record<string, string | number> {
  if (typeof body !== 'object' || body === null) return {}
  return Object.assign(
    {},
    ...Object.entries(body).map(([name, value]) =>
      (typeof value === 'string' || typeof value === 'number') && told.has(name)
        ? { [`${at}.${name}`]: value }
        : factsOf(value, `${at}.${name}`),
    ),
  )
}
