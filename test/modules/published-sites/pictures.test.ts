import { existsSync } from 'node:fs'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { imageSize } from 'image-size'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { formPath, removeForms, sweepForms } from '../../../src/pictures/stored-forms.ts'
import { chromiumPath, desktop, show } from '../../browser/chromium.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildReadableSite, page, publishArticle, type ReadableSite, read, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite

beforeAll(async () => {
  app = await startTestApp()
  site = await buildReadableSite(app)
  await write(site, site.guide.spaceId, page('Welcome', 'Hello'))
})
afterAll(() => app.close())

const html = { headers: { accept: 'text/html' } }

/** Returns a picture that no codec makes tiny. */
const picture = (width: number, height: number) => {
  const pixels = Buffer.alloc(width * height * 3)
  for (let index = 0; index < pixels.length; index++) {
    const [x, y] = [Math.floor(index / 3) % width, Math.floor(index / 3 / width)]
    pixels[index] = 128 + 60 * Math.sin(x / 40) + 50 * Math.cos(y / 30 + x / 90) + ((x * y) % 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

async function insertFile(name: string, contentType: string, bytes: Buffer): Promise<string> {
  const { insertedFiles } = await write(site, site.guide.spaceId, {
    operation: 'insert_files',
    files: [{ name, base64: bytes.toString('base64'), contentType }],
  })
  return insertedFiles[0].id
}

/** Publishes a page, and returns what is in its article. */
const articleOf = async (markdown: string) => (await publishArticle(site, markdown)).article

const imagesOf = (article: string) => article.match(/<img [^>]*>/g) ?? []
const formsOf = (image: string | undefined) =>
  (/srcset="([^"]*)"/.exec(image ?? '')?.[1] ?? '').split(', ').map((form) => form.split(' '))

/** Asks for a form until it is made. */
const readForm = (path: string) =>
  vi.waitFor(
    async () => {
      const response = await fetch(new URL(path, app.url))
      expect(response.headers.get('cache-control')).not.toBe('no-store')
      return {
        headers: response.headers,
        status: response.status,
        bytes: Buffer.from(await response.arrayBuffer()),
      }
    },
    { timeout: 15_000, interval: 100 },
  )

/** Compares all bytes at once: `toEqual` would visit each of them, which takes seconds. */
const expectBytes = (form: { readonly bytes: Buffer }, expected: Buffer) =>
  expect(form.bytes.equals(expected), `${form.bytes.byteLength} bytes`).toBe(true)

describe('the size of a picture', () => {
  const svg = (attributes: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`)

  test.each<[string, string, () => Promise<Buffer> | Buffer, number, number]>(
    oneRowIn(3, [
      ['a.png', 'image/png', () => picture(30, 20).png().toBuffer(), 30, 20],
      ['a.jpg', 'image/jpeg', () => picture(30, 20).jpeg().toBuffer(), 30, 20],
      [
        'turned.jpg',
        'image/jpeg',
        () => picture(30, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
        20,
        30,
      ],
      ['a.gif', 'image/gif', () => picture(30, 20).gif().toBuffer(), 30, 20],
      ['a.webp', 'image/webp', () => picture(30, 20).webp().toBuffer(), 30, 20],
      ['a.avif', 'image/avif', () => picture(64, 48).avif().toBuffer(), 64, 48],
      ['a.svg', 'image/svg+xml', () => svg('width="30" height="20"'), 30, 20],
      ['box.svg', 'image/svg+xml', () => svg('viewBox="0 0 60 40"'), 60, 40],
      [
        'commented.svg',
        'image/svg+xml',
        () => Buffer.concat([Buffer.from(`<!-- ${'x'.repeat(2000)} -->`), svg('width="30" height="20"')]),
        30,
        20,
      ],
    ]),
  )('of %s is in the page', async (name, contentType, bytes, width, height) => {
    const id = await insertFile(name, contentType, await bytes())
    expect(imagesOf(await articleOf(`![A](/files/${id})`))[0]).toContain(
      `width="${width}" height="${height}"`,
    )
  })

  test('is that which a writer chose, with the side that they left open', async () => {
    const id = await insertFile('b.png', 'image/png', await picture(30, 20).png().toBuffer())
    const [wide, high] = imagesOf(
      await articleOf(
        `<figure><img src="/files/${id}" width="15"></figure>\n\n<figure><img src="/files/${id}" height="40"></figure>`,
      ),
    )
    expect(wide).toContain('width="15" height="10"')
    expect(high).toContain('width="60" height="40"')
  })

  test.runIf(isLongRun)(
    'is its own where a writer chose a part of the width, which its class says',
    async () => {
      const id = await insertFile('part.png', 'image/png', await picture(1200, 800).png().toBuffer())
      const [part, whole] = imagesOf(
        await articleOf(
          `<figure><img src="/files/${id}" width="45%"></figure>\n\n<figure><img src="/files/${id}" width="120%"></figure>`,
        ),
      )
      expect(part).toContain('width="1200" height="800"')
      expect(part).toContain('class="width-45"')
      expect(whole).toContain('class="width-100"')
      const [unknown] = imagesOf(
        await articleOf('<figure><img src="https://example.com/a.png" width="45%"></figure>'),
      )
      expect(unknown).toContain('width="45%"')
    },
  )

  test('is not in the page for what is no picture', async () => {
    const id = await insertFile('no.png', 'image/png', Buffer.from('no picture'))
    expect(imagesOf(await articleOf(`![A](/files/${id})`))[0]).not.toMatch(/width|srcset/)
  })
})

describe('the smaller forms of a picture', () => {
  test('are listed for browsers to choose, and are WebP of that width; the picture itself stays', async () => {
    const bytes = await picture(1200, 800).png().toBuffer()
    const id = await insertFile('large.png', 'image/png', bytes)
    const [image] = imagesOf(await articleOf(`![A](/files/${id})`))
    const forms = formsOf(image)
    expect(forms.map(([, width]) => width)).toEqual(['480w', '960w', '1200w'])
    expect(image).toContain('sizes="(max-width: 960px) 100vw, 960px"')
    const [small] = imagesOf(await articleOf(`<figure><img src="/files/${id}" width="300"></figure>`))
    expect(small).toContain('sizes="(max-width: 300px) 100vw, 300px"')
    const [half] = imagesOf(await articleOf(`<figure><img src="/files/${id}" width="50%"></figure>`))
    expect(half).toContain('sizes="(max-width: 960px) 50vw, 480px"')
    for (const [address = '', width = ''] of forms.slice(0, 2)) {
      const form = await readForm(address)
      expect([form.status, form.headers.get('content-type')]).toEqual([200, 'image/webp'])
      expect(form.headers.get('etag')).toContain(width.slice(0, -1))
      expect(imageSize(form.bytes)).toMatchObject({ type: 'webp', width: Number.parseInt(width, 10) })
      expect(form.bytes.byteLength).toBeLessThan(bytes.byteLength)
    }
    expectBytes(await readForm(forms[2]?.[0] ?? ''), bytes)
    const src = /src="([^"]*)"/.exec(image ?? '')?.[1] ?? ''
    expectBytes(await readForm(src), bytes)
    for (const width of ['481', '0', '-1', 'x', '1920'])
      expectBytes(await readForm(`${src}?width=${width}`), bytes)
  })

  test.runIf(isLongRun)('are turned as the picture is shown', async () => {
    const bytes = await picture(900, 600).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const [image] = imagesOf(
      await articleOf(`![A](/files/${await insertFile('t.jpg', 'image/jpeg', bytes)})`),
    )
    const { bytes: form } = await readForm(formsOf(image)[0]?.[0] ?? '')
    expect(imageSize(form)).toMatchObject({ width: 480, height: 720 })
  })

  test.each<[string, string, () => Promise<Buffer>]>(
    oneRowIn(2, [
      ['what moves', 'image/gif', () => picture(600, 20).gif().toBuffer()],
      ['a small picture', 'image/png', () => picture(480, 20).png().toBuffer()],
      ['a header that claims more pixels than are made smaller', 'image/png', () => claim(60_000, 60_000)],
    ]),
  )('are none of %s', async (_kind, contentType, bytes) => {
    const id = await insertFile('none', contentType, await bytes())
    const [image] = imagesOf(await articleOf(`![A](/files/${id})`))
    expect(image).not.toContain('srcset')
    const src = /src="([^"]*)"/.exec(image ?? '')?.[1] ?? ''
    expectBytes(await readForm(`${src}?width=480`), await bytes())
  })

  test('are the picture itself where it cannot be read', async () => {
    const bytes = await claim(600, 400)
    const [image] = imagesOf(await articleOf(`![A](/files/${await insertFile('bad', 'image/png', bytes)})`))
    expectBytes(await readForm(formsOf(image)[0]?.[0] ?? ''), bytes)
  })

  test('are sent to nobody who may not see the picture', async () => {
    const bytes = await picture(600, 400).png().toBuffer()
    const { insertedFiles } = await write(site, site.next.spaceId, {
      operation: 'insert_files',
      files: [{ name: 'a.png', base64: bytes.toString('base64'), contentType: 'image/png' }],
    })
    await write(site, site.next.spaceId, page('Shown', `![A](/files/${insertedFiles[0].id})`))
    const { body } = await site.client.get(
      `/spaces/${site.next.spaceId}/content/files/${insertedFiles[0].id}`,
    )
    const other = await buildReadableSite(app)
    const version = /files\/([^/]+)\//.exec(body.downloadURL)?.[1]
    expect(version).toBeDefined()
    for (const address of [other.address, site.address]) {
      const { status } = await fetch(`${address}/~files/${version}/a.png?width=480`)
      expect(status).toBe(address === site.address ? 200 : 404)
    }
  })

  test('are removed with their picture, and the oldest when they take too much of the disk', async () => {
    const config = { dataDir: join(app.config.dataDir, 'forms-of-a-test') }
    const hashes = ['aa1', 'aa2', 'bb3']
    for (const [age, hash] of hashes.toReversed().entries()) {
      await mkdir(dirname(formPath(config, hash, 480)), { recursive: true })
      await writeFile(formPath(config, hash, 480), Buffer.alloc(1000))
      const written = new Date(Date.now() - age * 1000)
      await utimes(formPath(config, hash, 480), written, written)
    }
    expect(await sweepForms(config, 2500)).toBe(1)
    expect(existsSync(formPath(config, 'aa1', 480))).toBe(false)
    await removeForms(config, 'bb3')
    expect(
      (await readdir(config.dataDir, { recursive: true })).filter((name) => name.endsWith('.webp')),
    ).toHaveLength(1)
  })
})

describe('the logo of a site', () => {
  test('has the size at which it is shown, in the header and the footer', async () => {
    const id = await insertFile('logo.png', 'image/png', await picture(400, 200).png().toBuffer())
    await articleOf(`![Logo](/files/${id})`)
    const { body: file } = await site.client.get(`/spaces/${site.guide.spaceId}/content/files/${id}`)
    const logo = { light: file.downloadURL, dark: 'https://example.com/logo.png' }
    const { body } = await site.client.get(`${site.path}/customization`)
    const changed = { ...body, header: { ...body.header, logo }, footer: { ...body.footer, logo } }
    expect((await site.client.put(`${site.path}/customization`, changed)).status).toBe(200)
    const { text } = await read(site.address, html)
    const logos = text.match(/<img class="in-(?:light|dark)"[^>]*>/g) ?? []
    expect(logos.map((tag) => /width="(\d+)" height="(\d+)"/.exec(tag)?.slice(1).join(' '))).toEqual([
      '64 32',
      undefined,
      '80 40',
      undefined,
    ])
    await site.client.put(`${site.path}/customization`, body)
  })
})

describe('the picture that a reader sees first', () => {
  test('is loaded before the others, which wait until they are near', async () => {
    const id = await insertFile('c.png', 'image/png', await picture(30, 20).png().toBuffer())
    const [first, second] = imagesOf(await articleOf(`![A](/files/${id})\n\nText\n\n![B](/files/${id})`))
    expect(first).toContain('fetchpriority="high"')
    expect(first).not.toContain('loading')
    expect(second).toContain('loading="lazy"')
    expect(second).not.toContain('fetchpriority')
  })

  test.runIf(isLongRun)('has smaller forms for dark pages too', async () => {
    const bytes = await picture(600, 400).png().toBuffer()
    const [light, dark] = [
      await insertFile('l.png', 'image/png', bytes),
      await insertFile('d.png', 'image/png', bytes),
    ]
    const { body } = await site.client.get(`${site.path}/customization`)
    await site.client.put(`${site.path}/customization`, {
      ...body,
      themes: { default: 'light', toggeable: true },
    })
    const article = await articleOf(
      `<picture><source srcset="/files/${dark}" media="(prefers-color-scheme: dark)"><img src="/files/${light}" alt="A"></picture>`,
    )
    await site.client.put(`${site.path}/customization`, body)
    const [source = ''] = article.match(/<source [^>]*>/) ?? []
    expect(formsOf(source).map(([, width]) => width)).toEqual(['480w', '600w'])
  })

  test('is the cover, if there is one', async () => {
    const id = await insertFile('d.png', 'image/png', await picture(1000, 300).png().toBuffer())
    const cover = `---\ncover: /files/${id}\n---\n\n`
    const [first, second] = imagesOf(await articleOf(`${cover}![A](/files/${id})`))
    expect(first).toMatch(/class="cover".*fetchpriority="high".*width="1000" height="300" srcset=/)
    expect(second).toContain('loading="lazy"')
  })

  test.runIf(isLongRun && chromiumPath)(
    'takes the part of the text that its writer chose, also when it can be enlarged',
    async () => {
      const id = await insertFile('f.jpg', 'image/jpeg', await picture(1600, 900).jpeg().toBuffer())
      const { address } = await publishArticle(
        site,
        `<figure><img src="/files/${id}" alt="Part" width="45%"></figure>`,
      )
      const shown = await show(address, { viewport: desktop })
      await shown.locator('.enlarge').waitFor()
      const [image, article] = await Promise.all(
        ['article img', 'article'].map((part) => shown.locator(part).boundingBox()),
      )
      expect((image?.width ?? 0) / (article?.width ?? 1)).toBeCloseTo(0.45, 2)
    },
  )

  test.runIf(isLongRun && chromiumPath)('moves nothing when it arrives', async () => {
    const id = await insertFile('e.jpg', 'image/jpeg', await picture(1600, 900).jpeg().toBuffer())
    const cover = `---\ncover: /files/${id}\n---\n\n`
    const text = `${cover}Text\n\n![A](/files/${id})\n\nMore\n\n![B](/files/${id})`
    const { address } = await publishArticle(site, text)
    const shown = await show(address, { viewport: desktop })
    await shown.waitForLoadState('networkidle')
    const shift = await shown.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(
              list
                .getEntries()
                .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
            ),
          ).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(0), 300)
        }),
    )
    expect(shift).toBeLessThan(0.02)
  })
})

/** Returns a PNG that claims a size and has no pixels. */
async function claim(width: number, height: number): Promise<Buffer> {
  const bytes = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const changed = Buffer.from(bytes)
  changed.writeUInt32BE(width, 16)
  changed.writeUInt32BE(height, 20)
  return changed
}
