import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { oneRowIn } from '../../support/budget.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'
import { bodyOf, chosenOf, memberTrials, valueAt } from './members.ts'

let app: TestApp
let site: TestSite
let ofSite: string
let siteSpaceId: string

beforeAll(async () => {
  app = await startTestApp()
  site = await buildSite(app)
  siteSpaceId = (await buildSiteSpace(site, 'Guide')).id
  ofSite = `${site.path}/customization`
})
afterAll(() => app.close())
beforeEach(async () => {
  await site.client.put(ofSite, { favicon: {} })
})

const ofSiteSpace = () => `${site.path}/site-spaces/${siteSpaceId}/customization`

/** A value of a member, with the path of its fault if that is not the path of the member. */
interface Refusal {
  readonly path: string
  readonly value: unknown
  readonly at?: string
}

/** Asserts that both operations refuse each body, name the faults of all of its values, and change nothing. */
async function expectRefused(...bodies: (Refusal | Refusal[])[]) {
  const before = chosenOf((await site.client.get(ofSite)).body)
  for (const refusals of bodies.map((body) => [body].flat())) {
    const values = refusals.map(({ path, value }) => [path, value] as const)
    const body = { favicon: {}, ...bodyOf(values) }
    const places = refusals.map(({ path, at = path }) => at).sort()
    for (const answer of [
      await site.client.put(ofSite, body),
      await site.client.patch(ofSiteSpace(), body),
    ]) {
      const faulty = answer.body.error?.fields?.map((fault: { path: string }) => fault.path).sort()
      expect({ values, status: answer.status, faulty }).toEqual({ values, status: 400, faulty: places })
    }
  }
  expect(chosenOf((await site.client.get(ofSite)).body)).toEqual(before)
  expect(chosenOf((await site.client.get(ofSiteSpace())).body)).toEqual(before)
}

/** Asserts that the members accept these values, all at once. */
async function expectAllTaken(values: readonly (readonly [path: string, value: unknown])[]) {
  const answer = await site.client.put(ofSite, { favicon: {}, ...bodyOf(values) })
  expect({ values, status: answer.status, error: answer.body.error }).toEqual({ values, status: 200 })
  expect(values.map(([path]) => [path, valueAt(answer.body, path)])).toEqual(values)
}

async function expectTaken(path: string, value: unknown, read: unknown = value) {
  const answer = await site.client.put(ofSite, { favicon: {}, ...bodyOf([[path, value]]) })
  expect({ value, status: answer.status, error: answer.body.error }).toEqual({ value, status: 200 })
  expect(valueAt(answer.body, path)).toEqual(read)
}

/** The spellings of the contract, all of them. */
const enumerations: Readonly<Record<string, readonly string[]>> = {
  'styling.theme': ['clean', 'muted', 'bold', 'gradient'],
  'styling.corners': ['straight', 'rounded', 'circular'],
  'styling.depth': ['subtle', 'flat'],
  'styling.links': ['default', 'accent'],
  'styling.font': [
    ...['ABCFavorit', 'Inter', 'Roboto', 'RobotoSlab', 'OpenSans', 'SourceSansPro', 'Lato', 'Ubuntu'],
    ...['Raleway', 'Merriweather', 'Overpass', 'NotoSans', 'IBMPlexSerif', 'Poppins', 'FiraSans'],
  ],
  'styling.monospaceFont': [
    ...['FiraCode', 'IBMPlexMono', 'JetBrainsMono', 'SourceCodePro', 'RobotoMono', 'SpaceMono'],
    ...['DMMono', 'Inconsolata'],
  ],
  'styling.background': ['plain', 'match'],
  'styling.icons': ['regular', 'solid', 'duotone', 'light', 'thin'],
  'styling.sidebar.background': ['default', 'filled'],
  'styling.sidebar.list': ['default', 'pill', 'line'],
  'styling.search': ['prominent', 'subtle'],
  'internationalization.locale': ['en', 'fr', 'es', 'zh', 'ja', 'de', 'nl', 'no', 'pt-br', 'ru'],
  'header.preset': ['default', 'bold', 'contrast', 'custom', 'none'],
  'themes.default': ['light', 'dark', 'system'],
  'ai.mode': ['none', 'search', 'assistant'],
  'externalLinks.target': ['self', 'blank'],
}

describe('enumerations', () => {
  const members = Object.entries(enumerations)

  test('take each of their values', async () => {
    const most = Math.max(...members.map(([, values]) => values.length))
    for (let round = 0; round < most; round++)
      await expectAllTaken(members.map(([path, values]) => [path, values[round % values.length]]))
  })

  test.each<[string, (first: string) => unknown]>([
    ['no other', () => 'no-such-value'],
    ['no empty text', () => ''],
    ['none with a blank', (first) => `${first} `],
    ['none in capital letters', (first) => first.toUpperCase()],
    ['no number', () => 1],
    ['no boolean', () => true],
    ['no list', (first) => [first]],
  ])('take %s', async (_what, wrong) => {
    await expectRefused(members.map(([path, values]) => ({ path, value: wrong(values[0] as string) })))
  })

  test('in lists and announcements take each of their values and no other', async () => {
    const headerLink = (style: unknown) => ({ title: 'A', style, to: null, links: [] })
    for (const style of ['link', 'button-primary', 'button-secondary'])
      await expectTaken('header.links', [headerLink(style)])
    await expectRefused({
      path: 'header.links',
      value: [headerLink('button')],
      at: 'header.links.0.style',
    })
    const announcement = (style: unknown) => ({ enabled: true, message: 'Out', style })
    for (const style of ['info', 'warning', 'danger', 'success'])
      await expectTaken('announcement', announcement(style))
    await expectRefused({ path: 'announcement', value: announcement('note'), at: 'announcement.style' })
  })
})

describe('colours', () => {
  const colors = memberTrials
    .filter(({ path }) => path.endsWith('Color') || path === 'styling.tint')
    .map(({ path }) => (path === 'styling.tint' ? 'styling.tint.color' : path))

  test('are pairs of three or six hexadecimal digits each', async () => {
    await expectAllTaken(colors.map((path) => [path, { light: '#aBc', dark: '#00FF7f' }]))
    const wrong = ['#abcd', '#ab', 'abc', '#ggg', '#1234567', 'red', '', '#abc\n', 'url(#abc)', undefined]
    await expectRefused(
      ...wrong.map((dark) =>
        colors.map((path) => ({ path, value: { light: '#abc', dark }, at: `${path}.dark` })),
      ),
      colors.map((path) => ({ path, value: '#abc' })),
    )
  })
})

describe('addresses', () => {
  const wrong = [
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    'ftp://example.com',
    '/relative',
    'example.com',
  ]
  const tooLong = `https://example.com/${'a'.repeat(2048)}`

  test.each(oneRowIn(2, ['privacyPolicy.url', 'socialPreview.url']))('%s is one of the web', async (path) => {
    await expectTaken(path, 'http://example.com/a?b#c')
    await expectRefused(...[...wrong, tooLong].map((value) => ({ path, value })))
  })

  test.each(oneRowIn(2, ['header.logo', 'footer.logo', 'favicon.icon']))(
    '%s holds two of the web',
    async (path) => {
      const light = 'https://example.com/light.png'
      await expectTaken(path, { light, dark: light })
      const refused = [...wrong, tooLong].map((dark) => ({
        path,
        value: { light, dark },
        at: `${path}.dark`,
      }))
      await expectRefused(...refused)
    },
  )

  test('of links are of the web', async () => {
    const refused = [...wrong, tooLong].map((url) => ({
      path: 'header.links',
      value: [{ title: 'A', to: { kind: 'url', url } }],
      at: 'header.links.0.to.url',
    }))
    await expectRefused(...refused)
  })
})

describe('links', () => {
  const references: readonly Record<string, string>[] = [
    { kind: 'file', file: 'f' },
    { kind: 'file', file: 'f', space: 's' },
    { kind: 'url', url: 'https://example.com' },
    { kind: 'page', page: 'p' },
    { kind: 'page', page: 'p', space: 's' },
    { kind: 'anchor', anchor: 'a' },
    { kind: 'anchor', anchor: 'a', page: 'p', space: 's' },
    { kind: 'user', user: 'u' },
    { kind: 'collection', collection: 'c' },
    { kind: 'space', space: 's' },
    { kind: 'reusable-content', reusableContent: 'r', space: 's' },
    { kind: 'openapi', spec: 'o' },
  ]

  test.each(oneRowIn(2, references))('lead to $kind', async (to) => {
    await expectTaken('header.links', [{ title: 'A', to, links: [{ title: 'B', to }] }])
    await expectTaken('footer.groups', [{ title: 'A', links: [{ title: 'B', to }] }])
    const announcement = { enabled: true, message: 'Out', style: 'info', link: { title: 'B', to } }
    await expectTaken('announcement', announcement)
  })

  test('must have the members of their kind and no others, and all faults are named', async () => {
    const links = [
      { title: 'A', to: { kind: 'page' } },
      { title: 'B', to: { kind: 'url', url: 'https://example.com', page: 'p' } },
      { title: 'C', to: null, links: [{ title: 'D', to: { kind: 'space', file: 'f' } }] },
    ]
    const groups = [{ title: 'E', links: [{ title: 'F', to: { kind: 'user', user: null } }] }]
    const { status, body } = await site.client.put(ofSite, {
      favicon: {},
      header: { links },
      footer: { groups },
    })
    expect({ status, fields: body.error.fields }).toEqual({
      status: 400,
      fields: [
        { path: 'header.links.0.to', message: 'a reference of the kind page needs page' },
        { path: 'header.links.1.to', message: 'a reference of the kind url has no page' },
        { path: 'header.links.2.links.0.to', message: 'a reference of the kind space needs space' },
        { path: 'footer.groups.0.links.0.to', message: 'a reference of the kind user needs user' },
      ],
    })
    const groupTo = (to: unknown) => [{ title: 'E', links: [{ title: 'F', to }] }]
    const path = 'footer.groups'
    await expectRefused(
      { path, value: groupTo(null), at: 'footer.groups.0.links.0.to' },
      { path, value: groupTo({ kind: 'no' }), at: 'footer.groups.0.links.0.to.kind' },
    )
  })

  test('in the header have conditions that can be read', async () => {
    const links = (condition: string) => [{ title: 'A', to: null, links: [], condition }]
    await expectTaken('header.links', links('visitor.claims.plan == "pro"'))
    const place = { path: 'header.links', at: 'header.links.0.condition' }
    await expectRefused({ ...place, value: links('visitor.(') }, { ...place, value: links('') })
  })
})

describe('fonts', () => {
  const face = (url: string) => ({ weight: 400, sources: [{ url, format: 'woff2' }] })
  const font = {
    id: 'own',
    custom: true,
    fontFamily: 'Own',
    fontFaces: [face('https://example.com/a.woff2')],
  }

  test.each(oneRowIn(2, ['styling.font', 'styling.monospaceFont']))('%s takes a definition', async (path) => {
    await expectTaken(path, font)
    await expectTaken(path, { ...font, fontFaces: [face('/fonts/a.woff2')] })
    const { format: _format, ...plain } = face('/a').sources[0] as { url: string; format: string }
    await expectTaken(path, { ...font, fontFaces: [{ weight: 1000, sources: [plain] }] })
    await expectTaken(path, { ...font, more: 1 }, font)
  })

  test.each(oneRowIn(2, ['styling.font', 'styling.monospaceFont']))(
    '%s takes no half of a definition',
    async (path) => {
      const wrong = [
        {},
        { ...font, id: undefined },
        { ...font, id: 'a\0b' },
        { ...font, id: '\ud800' },
        { ...font, custom: 'yes' },
        { ...font, fontFamily: '' },
        { ...font, fontFamily: 'a'.repeat(51) },
        { ...font, fontFaces: [] },
        { ...font, fontFaces: [{ weight: 0, sources: [{ url: '/a' }] }] },
        { ...font, fontFaces: [{ weight: 1.5, sources: [{ url: '/a' }] }] },
        { ...font, fontFaces: [{ weight: 400, sources: [] }] },
        { ...font, fontFaces: [{ weight: 400, sources: [{ url: '/a', format: 'ttf' }] }] },
        { ...font, fontFaces: [face('javascript:alert(1)')] },
      ]
      await expectRefused(...wrong.map((value) => ({ path, value })))
    },
  )

  test('are taken and refused in the text of a GraphQL request as well', async () => {
    const choose = (value: string) =>
      site.client.gql(`mutation {
        updateSiteCustomization(siteId: "${site.id}", input: { favicon: {}, styling: { font: ${value} } }) {
          siteCustomizationSettings {
            styling { font }
          }
        }
      }`)
    const literal =
      '{ id: "own", custom: true, fontFamily: "Own", fontFaces: [{ weight: 400, sources: [{ url: "/a" }] }] }'
    const { data } = await choose(literal)
    expect(data.updateSiteCustomization.siteCustomizationSettings.styling.font).toEqual({
      ...font,
      fontFaces: [{ weight: 400, sources: [{ url: '/a' }] }],
    })
    for (const wrong of ['"FiraCode"', '{ id: "own" }', '12'])
      expect((await choose(wrong)).errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED')
  })

  test('of one kind are none of the other', async () => {
    await expectRefused(
      { path: 'styling.font', value: 'FiraCode' },
      { path: 'styling.monospaceFont', value: 'Inter' },
    )
  })
})

describe('the graph', () => {
  const put = `mutation($siteId: ID!, $input: SiteCustomizationSettingsInput!) {
    replaceSiteCustomization(siteId: $siteId, input: $input) { siteCustomizationSettings { title } }
  }`

  test.each([
    ['a short title', { title: 'A' }, 'title'],
    ['a wrong colour', { styling: { infoColor: { light: 'red', dark: '#fff' } } }, 'styling.infoColor.light'],
    ['a long copyright', { footer: { copyright: 'a'.repeat(513) } }, 'footer.copyright'],
    ['a link of no kind', { header: { links: [{ title: 'A', to: { kind: 'PAGE' } }] } }, 'header.links.0.to'],
    ['too many links', { header: { links: Array(51).fill({ title: 'A' }) } }, 'header.links'],
  ])('refuses %s with the same words as REST', async (_name, given, at) => {
    const input = { favicon: {}, ...given }
    const { errors } = await site.client.gql(put, { siteId: site.id, input })
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
    const fields = errors?.[0]?.extensions.fields as { path: string }[]
    expect(fields.map(({ path }) => path)).toEqual([at])
    const body = JSON.parse(JSON.stringify(input).replace('"PAGE"', '"page"'))
    expect((await site.client.put(ofSite, body)).body.error.message).toBe(errors?.[0]?.message)
  })
})
