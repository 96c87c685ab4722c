import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildReadableSite, page, type ReadableSite, read, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite

/** Each has SECRETWORD below a tag that is no condition. */
const bodies = [
  'Shown.\n\n{% if visitor.claims.a %}\nSECRETWORD',
  'Shown.\n\n{% IF visitor.claims.a %}\nSECRETWORD\n{% ENDIF %}',
  'Shown. {% if visitor.claims.a %}SECRETWORD{% endif %} SECRETWORD',
  'Shown.\n\n{ % if visitor.claims.a }\n\n## SECRETWORD',
  '* Shown.\n* {% if visitor.claims.a }\n  SECRETWORD\n* SECRETWORD',
  'Shown.\n\n{% endif %}\n\nSECRETWORD',
]

beforeAll(async () => {
  app = await startTestApp()
  site = await buildReadableSite(app)
})
afterAll(() => app.close())

const insertions = bodies.map((body, index) => page(`Page ${index}`, body))

test('visitors find what follows a malformed condition in no answer, and the writer is told', async () => {
  const { guide, client, organizationId } = site
  const answer = await client.post(`/spaces/${guide.spaceId}/content`, { changes: insertions })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('warning')).toMatch(
    /^299 - "changes\.0\.insertPage\.document\.markdown has a malformed condition, \{% if visitor\.claims\.a %\}: /,
  )
  const live = (await client.get(`/spaces/${guide.spaceId}/content`)).body
  const addresses = [
    ...bodies.flatMap((_, index) => [`/page-${index}`, `/page-${index}.md`]),
    '/llms-full.txt',
    '/~search?q=SECRETWORD',
    '/sitemap.xml',
  ]
  for (const path of addresses) {
    const { text, status } = await read(`${site.address}${path}`)
    expect([path, status, text.replaceAll('q=SECRETWORD', '').replace(/value="[^"]*"/g, '')]).toEqual([
      path,
      200,
      path === '/~search?q=SECRETWORD'
        ? expect.not.stringMatching(/SECRETWORD(?!”|"|&)/)
        : expect.not.stringContaining('SECRETWORD'),
    ])
    if (path.startsWith('/page-')) expect(text).toContain('Shown.')
  }
  const { body: published } = await client.get(`/urls/published?url=${encodeURIComponent(site.address)}`)
  const visitor = app.as({ token: published.apiToken })
  for (const { id, documentId } of live.pages)
    for (const path of [
      `revisions/${live.id}/page/${id}/document`,
      `revisions/${live.id}/page/${id}?format=markdown`,
      `revisions/${live.id}/page/${id}?format=document`,
      `content/page/${id}?format=markdown`,
      `documents/${documentId}`,
    ]) {
      const shown = JSON.stringify((await visitor.get(`/spaces/${guide.spaceId}/${path}`)).body)
      expect([path, shown]).toEqual([path, expect.not.stringContaining('SECRETWORD')])
    }
  const found = await visitor.post(`/orgs/${organizationId}/sites/${site.id}/search`, {
    query: 'SECRETWORD',
    mode: 'all',
  })
  expect(found.body.items).toEqual([])
})

test('editors read what they wrote, and are told in the payload', async () => {
  const written = await write(site, site.api.spaceId, page('Draft', bodies[2]))
  const [{ page: inserted }] = written.changes
  const read = await site.client.get(
    `/spaces/${site.api.spaceId}/content/page/${inserted?.id ?? inserted}?format=markdown`,
  )
  expect(read.body.markdown).toBe(bodies[2])
  const { data } = await site.client.gql(
    `mutation($spaceId: ID!, $markdown: String!) {
      updateContent(spaceId: $spaceId, input: {
        changes: [{ insertPage: { title: "Again", document: { markdown: $markdown } } }]
      }) { warnings }
    }`,
    { spaceId: site.api.spaceId, markdown: 'Ä {% IF ä %} "b"' },
  )
  expect(data.updateContent.warnings).toEqual([
    expect.stringMatching(
      /^changes\.0\.insertPage\.document\.markdown has a malformed condition, \{% IF ä %\}/,
    ),
  ])
  const space = `/spaces/${site.api.spaceId}`
  const { body: proposal } = await site.client.post(`${space}/change-requests`, {})
  const proposed = await site.client.post(`${space}/change-requests/${proposal.id}/content`, {
    changes: [page('Proposed', bodies[0])],
  })
  expect(proposed.headers.get('warning')).toContain('malformed condition')
  const well = await site.client.post(`/spaces/${site.api.spaceId}/content`, {
    changes: [page('Well', '{% if visitor.claims.a %}\nText.\n{% endif %}\n\n`{% if a }`')],
  })
  expect(well.headers.get('warning')).toBeNull()
})
