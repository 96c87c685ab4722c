import { expect, test } from 'vitest'
import { readZip } from '../../../src/formats/import/files/zip.ts'
import { zipOf } from '../../fixtures/imports/docx/word-file.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildSpaceWith } from '../../support/factories/change-requests.ts'
import { useImportWorld } from './import-world.ts'

const world = useImportWorld()

/** Imports the files into a new space and returns the path of its content. */
async function imported(files: Record<string, Buffer>): Promise<string> {
  const content = `${(await buildSpaceWith(world.client, world.organizationId, {})).address}/content`
  const url = world.server.serve(`/${world.organizationId}/${Math.random()}.zip`, await zipOf(files))
  const { status, body } = await world.client.post(`${content}/import`, { url, source: 'zip' })
  expect({ status, body }).toMatchObject({ status: 201, body: { skipped: [] } })
  return content
}

async function exported(content: string): Promise<Record<string, Buffer>> {
  const { url } = (await world.client.get(`${content}/export`)).body
  const files: Record<string, Buffer> = {}
  const archive = Buffer.from(await (await fetch(url)).arrayBuffer())
  for (const { path, read } of await readZip(archive)) files[path] = await read()
  return files
}

const texts = (files: Record<string, Buffer>) =>
  Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, bytes.toString()]))

const repository = {
  'SUMMARY.md': '# Space\n\n* [Start](README.md)\n* [Guide](guide.md)\n',
  'README.md': '# Start\n\n{% include ".gitbook/includes/support-box.md" %}\n\nText.\n',
  'guide.md': '# Guide\n\n* a\n\n  {% include ".gitbook/includes/outer.md" %}\n',
  '.gitbook/includes/support-box.md':
    '---\ntitle: Support box\n---\n\n# Help\n\nSee the [guide](../../guide.md).\n',
  '.gitbook/tags.yaml': '# Ours\ntags:\n  - tag: beta\n    label: Beta\n',
  '.gitbook/includes/outer.md': '---\ntitle: Outer\n---\n\n{% include "support-box.md" %}\n',
}

const bytesOf = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))

test('includes become reusable contents, which an export writes back, and so does it the file of the tags', async () => {
  const content = await imported(bytesOf(repository))
  const { pages, reusableContents } = (await world.client.get(content)).body
  const idOf = (title: string) =>
    reusableContents.find((one: { title: string }) => one.title === title)?.id as string
  expect(reusableContents.map(({ title }: { title: string }) => title).sort()).toEqual([
    'Outer',
    'Support box',
  ])
  const read = (page: string) => world.client.get(`${content}/page/${page}?format=document`)
  expect((await read(pages[0].id)).body.document.nodes[0]).toMatchObject({
    type: 'reusable-content',
    data: { ref: { kind: 'reusable-content', reusableContent: idOf('Support box') } },
  })
  const { body: box } = await world.client.get(`${content}/reusable-contents/${idOf('Support box')}`)
  const { body: tree } = await world.client.get(`${content.replace(/content$/, 'documents')}/${box.document}`)
  expect(tree.nodes[0]).toMatchObject({ type: 'heading-1' })
  expect(JSON.stringify(tree)).toContain(`"page":"${pages[1].id}"`)
  const { items } = (await world.client.get(`${content}/page/${pages[0].id}/links`)).body
  expect(items.map(({ status }: { status: string }) => status)).toEqual(['ok'])
  expect(texts(await exported(content))).toEqual(repository)
})

const frontMatter = [
  'description: >-',
  '  A long text,',
  '  in two lines',
  'icon: bolt',
  'tags:',
  '  - beta',
  '  - add-on',
  'layout:',
  '  width: wide',
  '  tableOfContents:',
  '    visible: false',
  'metaLinks:',
  '  alternates: [] # none yet',
].join('\n')

test.runIf(isLongRun)(
  'links may name the heading of a file whose page has another title in the table of contents',
  async () => {
    const content = await imported(
      bytesOf({
        'SUMMARY.md': '# Space\n\n* [Start](README.md)\n* [Modules](guide.md)\n',
        'README.md': '# Start\n\n[a](guide.md#modules-guide) [b](guide.md#modules) [c](guide.md#other)\n',
        'guide.md': '# Modules Guide\n\nText.\n',
      }),
    )
    const {
      pages: [start, guide],
    } = (await world.client.get(content)).body
    const statuses = async () => {
      const { items } = (await world.client.get(`${content}/page/${start.id}/links`)).body
      return Object.fromEntries(
        items.map(({ targetReference, status }: { targetReference: object; status: string }) => [
          (targetReference as { internalLocation: { anchor: string } }).internalLocation.anchor,
          status,
        ]),
      )
    }
    const expected = { 'modules-guide': 'ok', modules: 'ok', other: 'broken' }
    expect(await statuses()).toEqual(expected)
    const changes = [{ operation: 'update_page', page: guide.id, icon: 'rocket' }]
    expect(await world.client.post(content, { changes })).toMatchObject({ status: 200 })
    expect(await statuses()).toEqual(expected)
  },
)

test('an image in HTML is found by its name, whose apostrophe GitBook writes as a reference', async () => {
  const asset = ".gitbook/assets/owner's view.png"
  const image = `<figure><img src="${asset.replace("'", '&#x27;')}" alt=""><figcaption></figcaption></figure>`
  const content = await imported(
    bytesOf({
      'SUMMARY.md': '# Space\n\n* [Start](README.md)\n',
      'README.md': `# Start\n\n${image}\n`,
      [asset]: 'An image',
    }),
  )
  expect(texts(await exported(content))[asset]).toBe('An image')
})

test.runIf(isLongRun)(
  'front matter is exported as it was imported, and unknown members of it even if the page was changed',
  async () => {
    const content = await imported(
      bytesOf({
        'SUMMARY.md': '# Space\n\n* [Start](README.md)\n',
        'README.md': `---\n${frontMatter}\n---\n\n# Start\n\nText.\n`,
      }),
    )
    const readme = async () => texts(await exported(content))['README.md'] as string
    expect(await readme()).toBe(`---\n${frontMatter}\n---\n\n# Start\n\nText.\n`)
    const [page] = (await world.client.get(content)).body.pages
    expect(page).toMatchObject({ layout: { width: 'wide', tableOfContents: false } })
    const changes = [{ operation: 'update_page', page: page.id, icon: 'rocket' }]
    expect(await world.client.post(content, { changes })).toMatchObject({ status: 200 })
    const changed = await readme()
    expect(changed).toContain('icon: rocket\n')
    expect(changed).toContain('tags:\n  - beta\n  - add-on\n')
    expect(changed).toContain('metaLinks:\n  alternates: []\n')
  },
)

test('front matter tells other addresses of a page, which programs that read the page get', async () => {
  const metaLinks = [
    'metaLinks:',
    '  canonical: https://docs.example.com/start',
    '  alternates:',
    '    - https://docs.example.com/fr/start',
    '    - https://app.gitbook.com/s/spaceElsewhere/start',
    '    - javascript:alert(1)',
    '    - other.md',
  ].join('\n')
  const content = await imported(
    bytesOf({
      'SUMMARY.md': '# Space\n\n* [Start](README.md)\n* [Odd](odd.md)\n* [Plain](plain.md)\n',
      'README.md': `---\n${metaLinks}\n---\n\n# Start\n\nText.\n`,
      'odd.md': '---\nmetaLinks:\n  canonical:\n    - 1\n  alternates: none\n---\n\n# Odd\n',
      'plain.md': '# Plain\n',
    }),
  )
  const { id, pages } = (await world.client.get(content)).body
  const revision = content.replace(/\/content$/, `/revisions/${id}`)
  const linksOf = async (index: number) =>
    (await world.client.get(`${revision}/page/${pages[index].id}/meta-links`)).body
  expect(await linksOf(0)).toMatchObject({
    canonical: { kind: 'url', url: 'https://docs.example.com/start' },
    alternates: [{ kind: 'url', url: 'https://docs.example.com/fr/start' }],
  })
  for (const index of [1, 2]) expect(await linksOf(index)).toEqual({ alternates: [] })
})

test.runIf(isLongRun)(
  'titles for navigation in SUMMARY.md are kept, named in the report, and exported again',
  async () => {
    const files = {
      'SUMMARY.md':
        '# Space\n\n* [Start](README.md "Home \\"here\\"")\n* [Guide](guide.md "Short")\n* [Same](same.md "Same")\n',
      'README.md': '# Start\n\nText.\n',
      'guide.md': '---\ntags:\n  - beta\n---\n\n# Guide\n\nText.\n',
      'same.md': '# Same\n\nText.\n',
    }
    const content = await imported(bytesOf(files))
    expect(texts(await exported(content))).toMatchObject(files)
    const [, page] = (await world.client.get(content)).body.pages
    const changes = [{ operation: 'update_page', page: page.id, icon: 'rocket' }]
    expect(await world.client.post(content, { changes })).toMatchObject({ status: 200 })
    const changed = texts(await exported(content))
    expect(changed['SUMMARY.md']).toBe(files['SUMMARY.md'])
    expect(changed['guide.md']).toBe('---\nicon: rocket\ntags:\n  - beta\n---\n\n# Guide\n\nText.\n')
  },
)
