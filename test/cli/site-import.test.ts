import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun, oneRowIn } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { temporaryFolder } from '../support/folders.ts'
import { scriptParameters } from '../support/script-parameters.ts'
import { type Files, makeSite } from './made-site.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function folderOf(files: Files): Promise<string> {
  const folder = await temporaryFolder()
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

interface Ran {
  readonly lines: readonly string[]
  readonly errors: string
  readonly address: string
}

/** Runs an import to its end, which may be an error. */
function run(parameters: readonly string[]): Promise<Ran> {
  // The environment of the test runner is not passed on, because it has its own BASE_URL.
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR, baseUrl: BASE_URL } = app.config
  const options = { cwd: project, env: childEnvironment({ DATABASE_URL, DATA_DIR, BASE_URL }) }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...scriptParameters('import'), ...parameters],
      options,
      (_, stdout, stderr) => {
        const errors = stderr
          .split('\n')
          .filter((line) => !line.startsWith('{'))
          .join('\n')
        const lines = stdout.trimEnd().split('\n')
        resolve({ lines, errors, address: /published at (\S+)/.exec(lines.at(-1) ?? '')?.[1] ?? '' })
      },
    )
  })
}

async function runImport(files: Files, title: string, parameters: readonly string[] = []) {
  const organization = await buildOrganization(app)
  const folder = await folderOf(files)
  const given = [folder, '--site', title, '--organization', organization.id, ...parameters]
  return { ...organization, client: app.as(organization.admin), given, ran: await run(given) }
}

async function pageAt(address: string): Promise<{ status: number; text: string; url: string }> {
  const response = await fetch(address, { headers: { Accept: 'text/html' } })
  return { status: response.status, text: await response.text(), url: response.url }
}

const pets = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'The pets.' } } } } },
})

/** A repository with a site configuration that uses all that the format has. */
const configured = {
  'docs.yaml': `$schema: https://api.gitbook.com/openapi.yaml#/components/schemas/GitSyncSiteConfig
site:
  title: Documentation
  structure:
    - type: external-link
      key: link-1
      title: Status
      url: https://status.example.com/
    - type: section
      key: section-1
      title: Guides
      localizedTitle: { fr: Guides d’emploi }
      path: guides
      description: How to use it
      icon: book
      default: true
      children:
        - type: space
          key: space-1
          title: English
          path: en
          default: true
          content: { directory: ./guides/en, language: en }
        - type: space
          key: space-2
          title: العربية
          path: ar
          content: { directory: /guides/ar, language: ar }
        - type: space
          key: space-3
          title: 日本語
          path: ja
          content: { directory: null, language: ja }
    - type: section-group
      key: group-1
      title: Resources
      icon: circle-info
      children:
        - type: section
          key: section-2
          title: API
          path: api
          theme: dark
          children:
            - type: space
              key: space-4
              title: API reference
              path: reference
              default: true
              hidden: true
              content: { directory: ./api }
        - type: section-group
          key: group-2
          title: Academy
          draft: true
          children: []
`,
  'guides/en/.gitbook.yaml': `redirects:
  old/page: install.md
  blog/*: https://blog.example.com/
  gone: nowhere.md
`,
  'guides/en/SUMMARY.md': '* [Welcome](README.md)\n* [Install](install.md)\n',
  'guides/en/README.md': '# Welcome\n\nSee [the API](../../api/README.md) and [Install](install.md).\n',
  'guides/en/install.md': '# Install\n\nRun it.\n',
  'guides/ar/README.md': '# أهلا\n\nنص\n',
  'guides/ar/install.md': '# تثبيت\n\nنص\n',
  'api/.gitbook.yaml': 'redirects:\n  v1: README.md\n',
  'api/README.md': `# API

{% openapi-operation spec="pets" path="/pets" method="get" %}
[/pets](https://example.com)
{% endopenapi-operation %}

{% openapi-operation spec="cars" path="/cars" method="get" %}
[/cars](https://example.com)
{% endopenapi-operation %}
`,
  'specs/pets.json': pets,
}

/** Returns groups in one another. */
const nested = (depth: number): string =>
  '{ type: section-group, title: Group, children: ['.repeat(depth) + '] }'.repeat(depth)

describe('an import of a site', () => {
  test.runIf(isLongRun)(
    'makes all that docs.yaml has, with redirects and specifications, publishes it, and tells what is left out',
    async () => {
      const sitemap = `<urlset>
      <url><loc>https://old.example.com/docs</loc></url>
      <url><loc>https://old.example.com/docs/install</loc></url>
      <url><loc>https://old.example.com/docs/ar/install</loc></url>
      <url><loc>https://old.example.com/docs/old/page</loc></url>
      <url><loc>https://old.example.com/docs/lost</loc></url>
      <url><loc>https://other.example.com/docs</loc></url></urlset>`
      const folder = await folderOf({ 'sitemap.xml.gz': gzipSync(sitemap) })
      const { client, id, ran } = await runImport(configured, 'Our docs', [
        '--sitemap',
        join(folder, 'sitemap.xml.gz'),
      ])
      expect(ran.errors).not.toContain('Nothing was imported')
      const site = (await client.get(`/orgs/${id}/sites`)).body.items[0]
      expect(site).toMatchObject({ title: 'Our docs', published: true, urls: { published: ran.address } })
      const { structure } = (await client.get(`/orgs/${id}/sites/${site.id}/structure`)).body
      expect(structure).toMatchObject([
        { object: 'site-external-link', title: 'Status' },
        {
          ...{ object: 'site-section', title: 'Guides', path: 'guides', default: true, icon: 'book' },
          ...{ description: 'How to use it', localizedTitle: { fr: 'Guides d’emploi' } },
          siteSpaces: [
            { title: 'English', path: 'en', default: true, space: { language: 'en' } },
            { title: 'العربية', path: 'ar', default: false, space: { language: 'ar' } },
          ],
        },
        {
          ...{ object: 'site-section-group', title: 'Resources', icon: 'circle-info' },
          children: [
            {
              ...{ object: 'site-section', title: 'API', path: 'api' },
              siteSpaces: [{ title: 'API reference', path: 'reference', hidden: true }],
            },
            { object: 'site-section-group', title: 'Academy', draft: true },
          ],
        },
      ])
      const [welcome, arabic, moved] = await Promise.all(
        ['', '/ar', '/old/page'].map((path) => pageAt(ran.address + path)),
      )
      expect(welcome?.text).toContain('Welcome')
      expect(arabic?.text).toMatch(/<html[^>]* dir="rtl"/)
      expect(moved?.url).toBe(`${ran.address}/install`)
      expect(welcome?.text).toMatch(/<a [^>]*href="[^"]*\/api"[^>]*>the API<\/a>/)
      expect((await client.get(`/orgs/${id}/openapi/pets`)).status).toBe(200)
      const text = ran.lines.join('\n')
      for (const told of [
        'docs.yaml has the structure of the site.',
        'specs/pets.json is the specification "pets".',
        'Created 3 redirects.',
        'docs.yaml: the space "日本語" is left out, because its content is not in the source',
        'docs.yaml: the member "API".theme is not understood, and left out',
        'guides/en/.gitbook.yaml: the redirect of gone to nowhere.md is left out: it leads to no page of the source',
        'pages show the specification "cars", whose document is not in the source',
        'Of 5 addresses below https://old.example.com/docs, 4 answer on the new site: 3 directly, 1 by a redirect.',
        '1 address does not:\n  /lost',
        '1 address of the sitemap elsewhere:\n  https://other.example.com/docs',
      ])
        expect(text).toContain(told)
      expect(text).not.toContain('its redirects are not imported')
    },
  )
  test.runIf(isLongRun)(
    'makes a variant of each language of LANGS.md, which pages and the switch name',
    async () => {
      const { client, id, address, result } = await makeSite(
        app,
        {
          'LANGS.md':
            '# Languages\n\n* [English](en/)\n* [Français](fr)\n- [繁體中文](zh_TW/README.md)\n* [Deutsch](de/)\n',
          'README.md': '# Not a page of any language\n',
          'en/SUMMARY.md': '* [Start](README.md)\n* [Next](b.md)\n',
          'en/README.md': '# Start\n\n[Français](../fr/b.md)\n',
          'en/b.md': '# Next\n',
          'fr/SUMMARY.md': '* [Début](README.md)\n* [Suite](b.md)\n',
          'fr/README.md': '# Début\n',
          'fr/b.md': '# Suite\n',
          'zh_TW/README.md': '# 開始\n',
        },
        'Book',
      )
      const site = (await client.get(`/orgs/${id}/sites`)).body.items[0]
      const { structure } = (await client.get(`/orgs/${id}/sites/${site.id}/structure`)).body
      expect(structure).toMatchObject([
        { title: 'English', path: 'en', default: true, space: { language: 'en' } },
        { title: 'Français', path: 'fr', default: false, space: { language: 'fr' } },
        { title: '繁體中文', path: 'zh_tw', default: false, space: { language: 'zh-tw' } },
      ])
      const [start, suite] = await Promise.all(['', '/fr/b'].map((path) => pageAt(address + path)))
      expect(start?.text).toMatch(/<html[^>]* lang="en"/)
      expect(start?.text).toContain(`${new URL(address).pathname}/fr/b"`)
      expect(suite?.text).toMatch(/<html[^>]* lang="fr"/)
      const notes = result?.notes.map(({ text }) => text)
      expect(notes).toContain('The source has 4 books, each a variant of the site.')
      expect(notes).toContain('the space "Deutsch" is left out, because there is no page in its folder')
    },
  )

  test.each(
    oneRowIn<{ of: string; files: Files; shown: object[]; addresses: Readonly<Record<string, string>> }>(3, [
      {
        of: 'folders with a configuration',
        files: {
          'README.md': '# Code\n',
          'packages/api/.gitbook.yaml': 'root: ./docs\n',
          'packages/api/docs/README.md': '# API\n',
          'packages/web-app/.gitbook.yaml': 'redirects:\n  a: b.md\n',
          'packages/web-app/README.md': '# Web\n',
          'packages/web-app/b.md': '# B\n',
        },
        shown: [
          { object: 'site-section', title: 'Api', path: 'api', default: true },
          { object: 'site-section', title: 'Web App', path: 'web-app', default: false },
        ],
        addresses: { '': 'API', '/web-app': 'Web', '/web-app/a': 'B' },
      },
      {
        of: 'folders of languages without a list',
        files: {
          'de/SUMMARY.md': '* [Anfang](README.md)\n',
          'de/README.md': '# Anfang\n',
          'pt-BR/SUMMARY.md': '* [Início](README.md)\n',
          'pt-BR/README.md': '# Início\n',
        },
        shown: [
          { path: 'de', default: true, space: { language: 'de' } },
          { path: 'pt-br', default: false, space: { language: 'pt-br' } },
        ],
        addresses: { '': 'Anfang', '/pt-br': 'Início' },
      },
      {
        of: 'one folder',
        files: {
          'docs.yaml': 'openapi: 3.1.0\n',
          '.gitbook.yaml': 'redirects:\n  /old/*: new/*\n  e: https://example.com/\n',
          'SUMMARY.md': '* [Home](README.md)\n* [New](new/README.md)\n  * [A](new/a.md)\n',
          'README.md': '# Home\n',
          'new/README.md': '# New\n',
          'new/a.md':
            '---\nredirect_from: /was/a.html\naliases: [/other/a/, A name]\npermalink: /short/\n---\n\n# A\n',
        },
        shown: [{ object: 'site-space', title: 'Whole', default: true }],
        addresses: { '': 'Home', '/old/a': 'A', '/was/a.html': 'A', '/other/a': 'A', '/short': 'A' },
      },
      {
        of: 'a book of mdBook',
        files: {
          'book.toml':
            '[book]\ntitle = "B"\nlanguage = "ja"\n[output.html.redirect]\n"/a/old.html" = "new.html"\n"/e.html" = "https://example.com/"\n',
          'src/SUMMARY.md': '* [Home](README.md)\n* [New](a/new.md)\n',
          'src/README.md': '# Home\n',
          'src/a/new.md': '# New\n',
        },
        shown: [{ object: 'site-space', title: 'Whole', space: { language: 'ja' } }],
        addresses: { '': 'Home', '/a/old.html': 'New' },
      },
      {
        of: 'a site of Docusaurus',
        files: {
          'docusaurus.config.js':
            "module.exports = { title: 'D', i18n: { defaultLocale: 'de' }, plugins: [['@docusaurus/plugin-client-redirects', { redirects: [{ from: ['/old', '/older'], to: '/docs/new' }] }]] }\n",
          'docs/intro.md': '# Home\n',
          'docs/new.md': '# New\n',
        },
        shown: [{ object: 'site-space', title: 'Whole', space: { language: 'de' } }],
        addresses: { '/older': 'New' },
      },
      {
        of: 'a site of VitePress with languages',
        files: {
          'docs/.vitepress/config.ts':
            "import { fr } from './fr'\nexport default { locales: { root: { label: 'English', lang: 'en-US' }, fr: { label: 'Français', lang: 'fr', ...fr } }, themeConfig: { sidebar: { '/guide/': [{ text: 'Zoo', link: '/guide/zoo' }, { text: 'Ant', link: '/guide/ant' }] } } }\n",
          'docs/.vitepress/fr.ts':
            "export const fr = { themeConfig: { sidebar: [{ text: 'Zoo', link: '/fr/guide/zoo' }, { text: 'Fourmi', link: '/fr/guide/ant' }] } }\n",
          'docs/index.md': '# Home\n',
          'docs/guide/zoo.md': '# Zoo\n',
          'docs/guide/ant.md': '# Ant\n',
          'docs/fr/index.md': '# Accueil\n',
          'docs/fr/guide/zoo.md': '# Zoo français\n\n[English](/guide/ant)\n',
          'docs/fr/guide/ant.md': '# Fourmi\n\n[Accueil](/fr/) ![x](/x.png)\n',
          'docs/public/x.png': 'png',
        },
        shown: [
          { title: 'English', path: 'en-us', default: true, space: { language: 'en-us' } },
          { title: 'Français', path: 'fr', default: false, space: { language: 'fr' } },
        ],
        addresses: { '': 'Home', '/guide/ant': 'Ant', '/fr': 'Accueil', '/fr/guide/zoo': 'Zoo' },
      },
      {
        of: 'a site of Docusaurus with versions and languages',
        files: {
          'docusaurus.config.js':
            "module.exports = { i18n: { defaultLocale: 'en', locales: ['en', 'fr'], localeConfigs: { fr: { label: 'Français' } } }, presets: [['classic', { docs: { versions: { current: { label: 'Canary' } } } }]] }\n",
          'sidebars.js': "module.exports = { docs: ['intro', 'b'] }\n",
          'versions.json': '["2.0", "1.0"]',
          'versioned_sidebars/version-2.0-sidebars.json': '{"docs": ["b", "intro"]}',
          'docs/intro.md': '# Intro next\n',
          'docs/b.md': '# B next\n',
          'versioned_docs/version-2.0/intro.md': '# Intro two\n',
          'versioned_docs/version-2.0/b.md': '# B two\n',
          'versioned_docs/version-1.0/intro.md': '# Intro one\n',
          'i18n/fr/docusaurus-plugin-content-docs/version-2.0/b.md': '# B deux\n',
          'i18n/fr/docusaurus-plugin-content-docs/current/b.md': '# B suivant\n',
        },
        shown: [
          { title: 'English 2.0', path: 'en', default: true, space: { language: 'en' } },
          { title: 'English Canary', path: 'next' },
          { title: 'English 1.0', path: '1.0' },
          { title: 'Français 2.0', path: 'fr', space: { language: 'fr' } },
          { title: 'Français Canary', path: 'fr-next' },
        ],
        addresses: { '': 'B two', '/next': 'Intro next', '/1.0': 'Intro one', '/fr-next': 'B suivant' },
      },
      {
        of: 'a site of MkDocs with a folder for each language',
        files: {
          'mkdocs.yml':
            'plugins:\n  - search\n  - i18n:\n      docs_structure: folder\n      languages:\n        - locale: fr\n          name: Français\n        - locale: en\n          name: English\n          default: true\nnav:\n  - index.md\n  - Zoo: zoo.md\n  - ant.md\n',
          'docs/en/index.md': '# Home\n',
          'docs/en/zoo.md': '# Zoo\n',
          'docs/en/ant.md': '# Ant\n',
          'docs/fr/index.md': '# Accueil\n',
          'docs/fr/ant.md': '# Fourmi\n',
        },
        shown: [
          { title: 'English', path: 'en', default: true, space: { language: 'en' } },
          { title: 'Français', path: 'fr', space: { language: 'fr' } },
        ],
        addresses: { '': 'Home', '/ant': 'Ant', '/fr/ant': 'Fourmi' },
      },
    ]),
  )('makes the spaces of $of', async ({ files, shown, addresses }) => {
    const { client, id, address } = await makeSite(app, files, 'Whole')
    const site = (await client.get(`/orgs/${id}/sites`)).body.items[0]
    const { structure } = (await client.get(`/orgs/${id}/sites/${site.id}/structure`)).body
    expect(structure).toMatchObject(shown)
    for (const [path, title] of Object.entries(addresses))
      expect((await pageAt(address + path)).text).toContain(`<h1>${title}</h1>`)
  })
  test('removes what it has made if it fails half way, and says so', async () => {
    const space = (key: string) =>
      `    - { type: space, key: ${key}, title: ${key}, path: same, content: { directory: ./${key} } }\n`
    const { client, id, failure } = await makeSite(
      app,
      {
        'gitbook-docs.yaml': `site:\n  structure:\n${space('one')}${space('two')}`,
        'one/README.md': '# One\n',
        'two/README.md': '# Two\n',
      },
      'Half',
    )
    expect(failure).toMatch(/path/)
    expect(failure).toContain('What was made until then is removed again; the spaces are in the trash: spc')
    expect((await client.get(`/orgs/${id}/sites`)).body.items).toEqual([])
    expect((await client.get(`/orgs/${id}/spaces`)).body.items).toEqual([])
  })

  test.each(
    oneRowIn(
      6,
      [
        [
          'a member of the wrong type',
          'site: { structure: [{ type: space, title: A, content: { directory: 3 } }] }',
          /docs\.yaml is malformed: site\.structure\.0\.content\.directory/,
        ],
        [
          'a folder outside of its own',
          'site: { structure: [{ type: space, title: A, content: { directory: ../a } }] }',
          /leads out of its own/,
        ],
        [
          'a condition that cannot be read',
          "site: { structure: [{ type: space, title: A, condition: '(', content: { directory: ./a } }] }",
          /"A" has a condition that cannot be read/,
        ],
        [
          'groups that are too deep',
          `site: { structure: [{ type: section, title: Home, children: [{ type: space, title: A, content: { directory: ./a } }] }, ${nested(4)}] }`,
          /"Group" is in more than 2 groups/,
        ],
        ['groups deeper than can be read', `site: { structure: [${nested(20_000)}] }`, /malformed/],
        [
          'spaces beside sections',
          'site: { structure: [{ type: space, title: A, content: { directory: ./a } }, { type: section, title: B }] }',
          /"A" must be in a section/,
        ],
        [
          'no folder with a page',
          'site: { structure: [{ type: space, title: A, content: { directory: ./b } }] }',
          /no page in any folder/,
        ],
      ],
      1,
    ),
  )('makes nothing of a configuration with %s', async (_, config, told) => {
    const { client, id, failure } = await makeSite(
      app,
      { 'docs.yaml': config, 'a/README.md': '# A\n' },
      'Wrong',
    )
    expect(failure).toMatch(told)
    expect((await client.get(`/orgs/${id}/spaces`)).body.items).toEqual([])
  })

  test.runIf(isLongRun)('is not made twice, and says how to go on', async () => {
    const files = { 'README.md': '# Home\n' }
    const { client, id, address } = await makeSite(app, files, 'Once')
    const again = await run([await folderOf(files), '--site', 'Once', '--organization', id])
    const [space] = (await client.get(`/orgs/${id}/spaces`)).body.items
    expect(again.errors).toContain(`There is a site "Once" already: ${address}.`)
    expect(again.errors).toContain(`--space ${space.id}   Once`)
    expect((await client.get(`/orgs/${id}/spaces`)).body.items).toHaveLength(1)
  })
})
