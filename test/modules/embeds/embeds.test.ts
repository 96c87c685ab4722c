import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playerOf } from '../../../src/modules/embeds/providers.ts'
import { startServerBeside, startTestApp, type TestApp } from '../../support/app.ts'
import { budget, isLongRun } from '../../support/budget.ts'
import { buildPage } from '../../support/factories/content.ts'
import { buildSite, buildSiteSpace } from '../../support/factories/sites.ts'
import { lightRequestsDuring } from '../../support/light-requests.ts'

describe('a URL of a known site', () => {
  test.each([
    [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1m5s',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=65',
    ],
    ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/76979871/abcdef1234', 'https://player.vimeo.com/video/76979871?h=abcdef1234'],
    [
      'https://www.loom.com/share/0281766fa2d04bb788eaf19e65135184',
      'https://www.loom.com/embed/0281766fa2d04bb788eaf19e65135184',
    ],
    [
      'https://www.figma.com/design/abcdefghij0123456789/Name',
      'https://www.figma.com/embed?embed_host=share&url=https%3A%2F%2Fwww.figma.com%2Fdesign%2Fabcdefghij0123456789%2FName',
    ],
    ['https://codepen.io/team/pen/PNaGbb', 'https://codepen.io/team/embed/PNaGbb?default-tab=result'],
    [
      'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
      'https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC',
    ],
    [
      'https://soundcloud.com/a/b',
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb',
    ],
  ])('%s has the player %s', (url, src) => {
    expect(playerOf(new URL(url))?.src).toBe(src)
  })

  test.each([
    'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
    'https://example.com/youtube.com/watch?v=dQw4w9WgXcQ',
    'https://vimeo.com/about',
    'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/',
  ])('is not %s', (url) => {
    expect(playerOf(new URL(url))).toBeNull()
  })
})

/** Marks that a parser repeats in every paragraph after them, so that few of them make a large page. */
const unclosedMarks = Array.from({ length: 1000 }, (_, index) => `<b id="${index}"><p>`).join('')

/** A page with many elements, and in a long run of almost 1 MB with as many as it can have. */
const longPage = '<p>a'.repeat(budget(60_000, 240_000))

describe('the URL of another page', () => {
  let app: TestApp
  let beside: Awaited<ReturnType<typeof startServerBeside>>
  let pages: Server
  let origin: string
  const asked: string[] = []

  beforeAll(async () => {
    app = await startTestApp()
    beside = await startServerBeside(app, { config: { outboundAllow: ['127.0.0.1'] } })
    pages = createServer((request, response) => {
      asked.push(request.url ?? '')
      if (request.url === '/oembed') {
        response.setHeader('Content-Type', 'application/json')
        const html = '<script>alert(1)</script><iframe src="https://player.example/1"></iframe>'
        return response.end(JSON.stringify({ title: 'A film', provider_name: 'Films', html }))
      }
      response.setHeader('Content-Type', 'text/html')
      if (request.url === '/long') return response.end(`<title>Long</title>${longPage}`)
      if (request.url === '/unclosed') return response.end(`<title>Unclosed</title>${unclosedMarks}`)
      const link = request.url === '/film' ? '<link type="application/json+oembed" href="/oembed">' : ''
      response.end(`<title>A &lt;b&gt; page</title>${link}<meta property="og:site_name" content="Pages">`)
    })
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    pages.close()
    await beside.close()
    await app.close()
  })

  test('is described by the page and by its oEmbed answer, of which only the frame is used', async () => {
    const site = await buildSite(app)
    const { space } = await buildSiteSpace(site, 'Guide')
    await buildPage(site.client, space.id, {
      title: 'Links',
      document: { markdown: `See ${origin}/mentioned` },
    })
    await site.client.post(`${site.path}/publish`)
    const url = (await site.client.get(site.path)).body.urls.published
    const { apiToken } = (await site.client.get(`/urls/published?url=${encodeURIComponent(url)}`)).body
    const embedOf = async (token: string, address: string) => {
      const answer = await beside
        .as({ token })
        .get(`/spaces/${space.id}/embed?url=${encodeURIComponent(address)}`)
      expect(answer.status).toBe(200)
      return answer.body
    }
    expect(await embedOf(site.admin.token, `${origin}/page`)).toEqual({
      type: 'link',
      title: 'A <b> page',
      site: 'Pages',
    })
    const film = await embedOf(site.admin.token, `${origin}/film`)
    expect(film).toMatchObject({ type: 'rich', title: 'A film', site: 'Films' })
    expect(film.html).toContain('src="https://player.example/1"')
    expect(film.html).not.toContain('script>')
    const host = new URL(origin).host
    const before = asked.length
    expect(await embedOf(apiToken, `${origin}/strange`)).toEqual({
      type: 'link',
      title: `${origin}/strange`,
      site: host,
    })
    expect(asked).toHaveLength(before)
    expect(await embedOf(apiToken, `${origin}/mentioned`)).toMatchObject({ title: 'A <b> page' })
    expect(asked.slice(before)).toEqual(['/mentioned'])
  })

  test('is a link if to read the page would take long', async () => {
    const site = await buildSite(app)
    const { space } = await buildSiteSpace(site, 'Guide')
    const url = `${origin}/unclosed`
    const answer = await beside
      .as({ token: site.admin.token })
      .get(`/spaces/${space.id}/embed?url=${encodeURIComponent(url)}`)
    expect(answer.body).toEqual({ type: 'link', title: url, site: new URL(origin).host })
  })

  test.runIf(isLongRun)(
    'is described while other requests are answered, also if the page is long',
    async () => {
      const site = await buildSite(app)
      const { space } = await buildSiteSpace(site, 'Guide')
      const member = beside.as({ token: site.admin.token })
      const { heavy, slowest } = await lightRequestsDuring(member, async () => {
        const { body } = await member.get(
          `/spaces/${space.id}/embed?url=${encodeURIComponent(`${origin}/long`)}`,
        )
        expect(body).toMatchObject({ type: 'link', title: 'Long' })
      })
      expect({ heavy, slowest, isShort: slowest < heavy / 2 }).toMatchObject({ isShort: true })
    },
  )

  test('is a link if it is in a private network', async () => {
    const site = await buildSite(app)
    const { space } = await buildSiteSpace(site, 'Guide')
    const url = 'http://169.254.169.254/latest/meta-data'
    const answer = await site.client.get(`/spaces/${space.id}/embed?url=${encodeURIComponent(url)}`)
    expect(answer.body).toEqual({ type: 'link', title: url, site: '169.254.169.254' })
  })
})
