import { get, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { SignJWT } from 'jose'
import type { TestApp } from '../../support/app.ts'
import { buildSection, buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'

export interface SiteAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface ReadOptions {
  readonly method?: string
  readonly headers?: Record<string, string>
}

/** Reads an address as it stands: no redirect is followed, and the host may be named. */
export function read(url: string, { method = 'GET', headers = {} }: ReadOptions = {}): Promise<SiteAnswer> {
  return new Promise((resolve, reject) => {
    const open = method === 'GET' ? get : request
    const sent = open(url, { method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** Reads an address until what it answers is complete: code in color, diagrams drawn. A few pages are not at first. */
export async function readComplete(url: string, options: ReadOptions = {}): Promise<SiteAnswer> {
  const end = Date.now() + 20_000
  for (;;) {
    const answer = await read(url, options)
    const isComplete = answer.status !== 200 || answer.headers['cache-control'] !== 'no-store'
    if (isComplete || Date.now() > end) return answer
    await wait(100)
  }
}

/** Returns what is in the article of a page, without what readers do with it. */
export const articleIn = (text: string): string =>
  (/<article[^>]*>([\s\S]*)<\/article>/.exec(text)?.[1] ?? '').replace(
    /<div class="page-actions"[^>]*>[\s\S]*?<\/details><\/div>/,
    '',
  )

/** Returns an answer without the headers that differ between answers. */
export function said({ status, headers, text }: SiteAnswer) {
  const { date, 'x-request-id': _, ...lasting } = headers
  return { status, headers: lasting, text }
}

export interface ReadableSite extends TestSite {
  /** The address of the site on this server. */
  readonly address: string
  /** The path in it. */
  readonly base: string
  readonly guide: { id: string; spaceId: string; siteSpaceId: string }
  readonly api: { id: string; spaceId: string; siteSpaceId: string }
  /** A variant of the API. */
  readonly next: { spaceId: string; siteSpaceId: string }
}

export async function write(site: TestSite, spaceId: string, ...changes: object[]) {
  const answer = await site.client.post(`/spaces/${spaceId}/content`, { changes })
  if (answer.status !== 200) throw new Error(`content: ${JSON.stringify(answer.body)}`)
  return answer.body
}

export const page = (title: string, markdown = '', more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...more,
})

let articles = 0

/** Publishes a page in the guide, and returns its address and what is in its article once that is complete. */
export async function publishArticle(
  site: ReadableSite,
  markdown: string,
): Promise<{ readonly address: string; readonly article: string }> {
  const slug = `article-${++articles}`
  await write(site, site.guide.spaceId, page(slug, markdown, { slug }))
  const address = `${site.address}/${slug}`
  const { status, text } = await readComplete(address, { headers: { accept: 'text/html' } })
  if (status !== 200) throw new Error(`the page was answered with ${status}: ${text}`)
  return { address, article: articleIn(text) }
}

/** Builds a published site with two sections, the second with two variants. */
export async function buildReadableSite(
  app: TestApp,
  body: Record<string, unknown> = {},
): Promise<ReadableSite> {
  const site = await buildSite(app, { title: 'Product docs', ...body })
  const guide = await buildSection(site, 'Guide')
  const api = await buildSection(site, 'API')
  const next = await buildSiteSpace(site, 'Next', api.id)
  const { items } = (await site.client.get(`${site.path}/site-spaces?limit=100`)).body
  const first = (sectionId: string) =>
    items.find(
      (item: { section?: string; default: boolean; id: string; space: { id: string } }) =>
        item.default && item.section === sectionId,
    )
  const place = (section: { id: string }) => {
    const found = first(section.id)
    return { id: section.id, spaceId: found.space.id, siteSpaceId: found.id }
  }
  await site.client.post(`${site.path}/publish`)
  const base = `/sites/${site.organizationId}/${site.id}`
  return {
    ...site,
    address: `${app.url}${base}`,
    base,
    guide: place(guide),
    api: place(api),
    next: { spaceId: next.space.id, siteSpaceId: next.id },
  }
}

/** Returns a token for visitors of the site. */
export async function signVisitor(site: TestSite, claims: Record<string, unknown> = {}, expires = '1h') {
  const { body } = await site.client.get(`${site.path}/publishing/auth`)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(body.privateKey))
}
