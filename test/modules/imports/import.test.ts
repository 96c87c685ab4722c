import { execFile } from 'node:child_process'
import fs from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import git from 'isomorphic-git'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { childEnvironment } from '../../support/child-environment.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { scriptParameters } from '../../support/script-parameters.ts'
import { withoutNames } from './old-reports.ts'

const project = fileURLToPath(new URL('../../..', import.meta.url))
const corpus = fileURLToPath(new URL('../../fixtures/learn-go-with-tests', import.meta.url))
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let app: TestApp
let elsewhere: Server
const served = new Map<string, Buffer | string>()

beforeAll(async () => {
  app = await startTestApp()
  elsewhere = createServer((request, response) => {
    const body = served.get(request.url ?? '')
    response.statusCode = body === undefined ? 404 : 200
    response.end(body)
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  elsewhere.close()
  await app.close()
})

function serve(path: string, body: Buffer | string): string {
  served.set(path, body)
  return `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}${path}`
}

async function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function buildSpace() {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const space = (await client.post(`/orgs/${organization.id}/spaces`, { title: 'Target', empty: true })).body
  return { organization, client, space, address: `/spaces/${space.id}/content` }
}

describe('an import over HTTP', () => {
  test('adds a Markdown page, with its title', async () => {
    const { client, space, address } = await buildSpace()
    const url = serve('/notes/first%20steps.md', '# First steps\n\nGo on.')
    const { status, body, headers } = await client.post(`${address}/import`, { url, source: 'markdown' })
    expect({ status, body }).toEqual({
      status: 201,
      body: { revision: expect.any(String), importedResources: 1, totalResources: 1, skipped: [], notes: [] },
    })
    expect(headers.get('location')).toBe(`${app.url}/v1/spaces/${space.id}/revisions/${body.revision}`)
    expect((await client.get(`/spaces/${space.id}`)).body.revision).toBe(body.revision)
    const { pages } = (await client.get(`${address}/pages`)).body
    expect(pages).toMatchObject([{ title: 'First steps', slug: 'first-steps', pages: [] }])
  })

  test('adds a zip archive with its tree, links and images after the existing pages, and reports what was skipped', async () => {
    const { client, address } = await buildSpace()
    await client.post(address, {
      changes: [{ operation: 'insert_page', title: 'Guide', document: { markdown: 'Old' } }],
    })
    const archive = await zipOf({
      'docs-main/SUMMARY.md':
        '# Contents\n\n* [Guide](guide.md)\n  * [Details](guide/details.md)\n* [Gone](gone.md)\n',
      'docs-main/guide.md': '# Guide\n\nSee [details](guide/details.md#more) and ![dot](images/dot.png).',
      'docs-main/guide/details.md': '# Details\n\n## More\n',
      'docs-main/images/dot.png': png,
      'docs-main/stray.md': 'Stray',
    })
    const { status, body } = await client.post(`${address}/import`, {
      url: serve('/docs.zip', archive),
      source: 'zip',
    })
    expect(status).toBe(201)
    expect(body.importedResources).toBe(3)
    expect(body.skipped.map(({ path }: { path: string }) => path).sort()).toEqual(['gone.md', 'stray.md'])
    const { pages, files } = (await client.get(address)).body
    expect(pages.map(({ title, slug }: { title: string; slug: string }) => [title, slug])).toEqual([
      ['Guide', 'guide'],
      ['Guide', 'guide-1'],
    ])
    const [details] = pages[1].pages
    const page = (
      await client.get(`${address}/page/${pages[1].id}?format=markdown&format.markdown.refs=stable`)
    ).body
    expect(page.markdown).toContain(`[details](/pages/${details.id}#more)`)
    expect(page.markdown).toContain(`![dot](/files/${files[0].id})`)
    expect(files).toMatchObject([
      { name: 'dot.png', contentType: 'image/png', dimensions: { width: 1, height: 1 } },
    ])
  })

  test('names each line of its report, but not those of a report that an earlier version made', async () => {
    const { organization, client, space } = await buildSpace()
    const archive = await zipOf({
      'SUMMARY.md': '* [Guide](guide.md)\n* [Gone](gone.md)\n* [Broken](broken.md)\n',
      'guide.md': '---\nkeywords: [x]\n---\n# Guide\n\n[none](none.md)\n\n{% own %}\ntext\n{% endown %}\n',
      'broken.md': '---\n[\n---\n# Broken\n',
      'stray.md': 'Stray',
    })
    const input = { url: serve('/named.zip', archive), source: 'ZIP' }
    const { errors } = await client.gql(
      'mutation ($space: ID!, $input: ImportContentInput!) { importContent(spaceId: $space, input: $input) { importedPages } }',
      { space: space.id, input },
    )
    expect(errors).toBeUndefined()
    const linesOf = async () => {
      const { data } = await client.gql(
        `query ($id: ID!) {
          organization(id: $id) {
            importRuns(first: 1) {
              nodes { skipped { text: reason named { name values } } notes { text named { name values } } }
            }
          }
        }`,
        { id: organization.id },
      )
      const [{ skipped, notes }] = data.organization.importRuns.nodes
      return [...skipped, ...notes]
    }
    const lines = await linesOf()
    expect(lines).toEqual([
      {
        text: 'listed in the table of contents, but there is no such file',
        named: { name: 'IMPORT_FILE_MISSING', values: null },
      },
      {
        text: 'not listed in SUMMARY.md',
        named: { name: 'IMPORT_NOT_LISTED', values: { path: 'SUMMARY.md' } },
      },
      { text: 'link target not found', named: { name: 'IMPORT_LINK_WITHOUT_TARGET', values: null } },
      {
        text: expect.stringMatching(/^malformed front matter: ./),
        named: { name: 'IMPORT_FRONT_MATTER_MALFORMED', values: { quote: expect.any(String) } },
      },
      { text: 'is the table of contents', named: { name: 'IMPORT_CONTENTS', values: null } },
      {
        text: 'keywords in the front matter is kept, but not read',
        named: { name: 'IMPORT_MEMBERS_KEPT', values: { names: 'keywords' } },
      },
      {
        text: '{% own %} is kept, but not shown',
        named: { name: 'IMPORT_TAG_KEPT', values: { tag: '{% own %}' } },
      },
    ])
    await withoutNames(app, organization.id)
    expect(await linesOf()).toEqual(lines.map(({ text }) => ({ text, named: null })))
  })

  test('tells on request what was left out by its kind, and hides the pages that are not listed', async () => {
    const { client, space, address } = await buildSpace()
    const archive = await zipOf({
      'SUMMARY.md': '* [Guide](guide.md)\n* [Gone](gone.md)\n',
      'guide.md': '---\n[\n---\n# Guide\n\n[stray](stray.html) [none](none.md) [nowhere](nowhere/)',
      'stray.md': 'Stray',
      'unused.png': png,
    })
    const { data, errors } = await client.gql(
      `mutation ($spaceId: ID!, $input: ImportContentInput!) {
        importContent(spaceId: $spaceId, input: $input) {
          importedPages unlistedPages skipped { kind path } skipCounts { pages links frontMatters files }
          notes { kind path text } noteCounts { recognized healedLinks kept dropped hidden unevaluated moved }
        }
      }`,
      {
        spaceId: space.id,
        input: { url: serve('/kinds.zip', archive), source: 'ZIP', includesUnlisted: true },
      },
    )
    expect(errors).toBeUndefined()
    expect(data.importContent).toEqual({
      importedPages: 2,
      unlistedPages: 1,
      skipped: [
        { kind: 'PAGE', path: 'gone.md' },
        { kind: 'FRONT_MATTER', path: 'guide.md' },
        { kind: 'LINK', path: 'guide.md: none.md' },
        { kind: 'LINK', path: 'guide.md: nowhere/' },
        { kind: 'FILE', path: 'unused.png' },
      ],
      skipCounts: { pages: 1, links: 2, frontMatters: 1, files: 1 },
      notes: [{ kind: 'RECOGNIZED', path: 'SUMMARY.md', text: 'is the table of contents' }],
      noteCounts: { recognized: 1, healedLinks: 0, kept: 0, dropped: 0, hidden: 0, unevaluated: 0, moved: 0 },
    })
    const { pages } = (await client.get(`${address}/pages`)).body
    expect(pages).toMatchObject([{ title: 'Guide' }, { title: 'Stray', hidden: true }])
    const page = (
      await client.get(`${address}/page/${pages[0].id}?format=markdown&format.markdown.refs=stable`)
    ).body
    expect(page.markdown).toContain(`[stray](/pages/${pages[1].id})`)
  })

  test('of a source without anything to import changes nothing', async () => {
    const { client, space, address } = await buildSpace()
    const archive = await zipOf({ 'SUMMARY.md': '* [Gone](gone.md)\n', 'stray.md': 'Stray' })
    const url = serve('/empty.zip', archive)
    const { status, body } = await client.post(`${address}/import`, { url, source: 'zip' })
    expect(status).toBe(400)
    expect(body.error.message).toContain('nothing to import')
    expect((await client.get(`/spaces/${space.id}`)).body.revision).toBe(space.revision)
  })

  test.each([
    ['a URL that responds with 404', '/nothing.zip', undefined],
    ['a broken archive', '/broken.zip', Buffer.from('PK\x03\x04 and then nothing')],
    ['a malformed name', '/%E0%A4%A', undefined],
  ])('of %s changes nothing and reports the reason', async (_what, path, body) => {
    const { client, space, address } = await buildSpace()
    const url = body === undefined ? serve('/x', '').replace(/\/x$/, path) : serve(path, body)
    const answer = await client.post(`${address}/import`, { url, source: 'zip' })
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).not.toBe('')
    expect((await client.get(`/spaces/${space.id}`)).body.revision).toBe(space.revision)
  })

  test('of an archive with one invalid entry imports none of the others', async () => {
    const { client, space, address } = await buildSpace()
    const archive = await zipOf({ 'good.md': '# Good', 'bad.md': `# Bad\n${'>'.repeat(5000)} deep` })
    const answer = await client.post(`${address}/import`, {
      url: serve('/mixed.zip', archive),
      source: 'zip',
    })
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toContain('bad.md')
    expect((await client.get(`${address}/pages`)).body.pages).toEqual([])
    expect((await client.get(`/spaces/${space.id}`)).body.revision).toBe(space.revision)
  })

  test('requires edit permission and an unlocked space', async () => {
    const { organization, client, space, address } = await buildSpace()
    const input = { url: serve('/page.md', '# Page'), source: 'markdown' }
    const commenter = app.as(await buildMember(app, organization.id, 'COMMENT'))
    const editor = app.as(await buildMember(app, organization.id, 'EDIT'))
    expect((await commenter.post(`${address}/import`, input)).status).toBe(403)
    expect((await editor.post(`${address}/import`, input)).status).toBe(201)
    await client.patch(`/spaces/${space.id}`, { editMode: 'locked' })
    expect((await editor.post(`${address}/import`, input)).status).toBe(409)
  })

  test('does not access private addresses that the operator has not allowed', async () => {
    const { client, address } = await buildSpace()
    for (const url of [
      'http://10.0.0.1/a.md',
      'http://[::1]/a.md',
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
    ]) {
      const { status } = await client.post(`${address}/import`, { url, source: 'markdown' })
      expect({ url, status }).toEqual({ url, status: 400 })
    }
  })
})

describe('the import command', () => {
  const run = (parameters: string[]) =>
    promisify(execFile)(process.execPath, [...scriptParameters('import'), ...parameters], {
      cwd: project,
      // The environment of the test runner is not passed on, because it has its own BASE_URL.
      env: childEnvironment({ DATABASE_URL: app.config.databaseUrl, DATA_DIR: app.config.dataDir }),
    })

  /** Returns the steps that a run reports, without what it logs, such as a slow statement. */
  const progressOf = (stderr: string) =>
    stderr
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'))
      .join(', ')

  test.runIf(isLongRun)(
    'stores the commit of a repository with the new revision, indexes its links, leaves out what is not listed on request, and reports',
    async () => {
      const { id, admin } = await buildOrganization(app)
      const dir = await temporaryFolder()
      const author = { name: 'Writer', email: 'writer@example.com' }
      const brokenLinks = Array.from({ length: 11 }, (_, index) => `[${index}](none-${index}.md)`)
      await writeFile(join(dir, 'SUMMARY.md'), '* [Page](page.md)\n* [Gone](gone.md)\n')
      await writeFile(join(dir, 'page.md'), `# Page\n\n![dot](dot.png) ${brokenLinks.join(' ')}\n`)
      await writeFile(join(dir, 'dot.png'), png)
      await writeFile(join(dir, 'other.md'), '# Other\n')
      await git.init({ fs, dir, defaultBranch: 'main' })
      await git.add({ fs, dir, filepath: ['SUMMARY.md', 'page.md', 'dot.png', 'other.md'] })
      const oid = await git.commit({ fs, dir, message: 'First words', author })
      const given = [dir, '--new', 'From git', '--organization', id, '--no-unlisted']
      const { stdout, stderr } = await run(given)
      expect(progressOf(stderr)).toMatch(/^reading \(\d+\), storing files \(1\), writing \(1\)$/)
      expect(stdout.split('\n').slice(0, 17)).toEqual([
        'Imported 1 page and 1 file.',
        'SUMMARY.md is the table of contents.',
        '2 Markdown files or entries of SUMMARY.md did not become pages:',
        '  gone.md: listed in the table of contents, but there is no such file',
        '  other.md: not listed in SUMMARY.md',
        '11 links to nothing in the source. The pages with them are imported:',
        ...brokenLinks.slice(0, 10).map((_, index) => `  page.md: none-${index}.md: link target not found`),
        '  … and 1 more, which --all lists',
      ])
      const [, spaceId, revisionId] = /Space (\S+), revision (\S+)/.exec(stdout) ?? []
      const { body } = await app.as(admin).get(`/spaces/${spaceId}/revisions/${revisionId}`)
      expect(body.git).toEqual({ oid, message: 'First words', createdByService: false, ref: 'main' })
      const links = (await app.as(admin).get(`/spaces/${spaceId}/links`)).body
      expect(links.stats.broken).toEqual({ total: brokenLinks.length })
    },
  )

  test.runIf(isLongRun)('imports the corpus into a new space, with progress and a report', async () => {
    const { id, admin } = await buildOrganization(app)
    const { stdout, stderr } = await run([corpus, '--new', 'Learn Go', '--organization', id])
    expect(progressOf(stderr)).toMatch(/^reading \(\d+\), storing files \(\d+\), writing \(1\)$/)
    expect(stdout.split('\n').slice(0, 10)).toEqual([
      'Imported 45 pages and 13 files.',
      'SUMMARY.md is the table of contents.',
      '  5 of the pages are hidden, because the table of contents does not list them.',
      '2 Markdown files or entries of SUMMARY.md did not become pages:',
      '  contributing.md: listed in the table of contents, but there is no such file',
      '  template.md: listed in the table of contents, but there is no such file',
      '3 links to nothing in the source. The pages with them are imported:',
      '  arrays-and-slices.md: ../iteration.md#: link target not found',
      '  math.md: .gitbook/assets/TDD-outside-in.jpg: link target not found',
      '  README.md: contributing.md: link target not found',
    ])
    expect(stdout).toContain('  … and 9 more, which --all lists\n')
    const spaceId = /Space (\S+),/.exec(stdout)?.[1]
    const { pages } = (await app.as(admin).get(`/spaces/${spaceId}/content/pages`)).body
    expect(
      pages.map(({ title, pages: inside }: { title: string; pages: unknown[] }) => [title, inside.length]),
    ).toEqual([
      ['Learn Go with Tests', 0],
      ['Go fundamentals', 21],
      ['Testing fundamentals', 4],
      ['Build an application', 8],
      ['Questions and answers', 4],
      ['Meta', 2],
      // Not in SUMMARY.md, and therefore hidden.
      ['Learn Go with Tests', 0],
      ['LICENSE', 0],
      ['Pdf Cover', 0],
    ])
  })

  test.runIf(isLongRun)('hides the pages that SUMMARY.md does not list, and says how many', async () => {
    const { id, admin } = await buildOrganization(app)
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'SUMMARY.md'), '* [Listed](listed.md)\n* [Gone](gone.md)\n')
    await writeFile(join(folder, 'listed.md'), '# Listed\n\n[Other](other.html)\n')
    await writeFile(join(folder, 'other.md'), '# Other\n')
    const { stdout } = await run([folder, '--new', 'Unlisted', '--organization', id])
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      'Imported 2 pages and 0 files.',
      'SUMMARY.md is the table of contents.',
      '  1 of the pages is hidden, because the table of contents does not list it.',
      '1 Markdown file or entry of SUMMARY.md did not become a page:',
    ])
    const spaceId = /Space (\S+),/.exec(stdout)?.[1]
    const { pages } = (await app.as(admin).get(`/spaces/${spaceId}/content/pages`)).body
    expect(pages).toMatchObject([{ title: 'Listed' }, { title: 'Other', hidden: true }])
    expect(pages[0]).not.toHaveProperty('hidden', true)
  })

  const sourcesOfNothing: [what: string, source: string | undefined, message: string][] = [
    ['a folder without pages', undefined, 'The source contains no Markdown page.'],
    ['a folder that does not exist', 'does-not-exist', 'There is no folder or archive does-not-exist.'],
  ]

  test.runIf(isLongRun).each(sourcesOfNothing)('makes no space for %s', async (_what, given, message) => {
    const { id, admin } = await buildOrganization(app)
    const folder = given ?? (await temporaryFolder())
    if (given === undefined) await writeFile(join(folder, 'SUMMARY.md'), '* [Gone](gone.md)\n')
    const failure = await run([folder, '--new', 'Empty', '--organization', id]).catch((error) => error)
    expect(failure.code).toBe(1)
    expect(failure.stderr).toContain(`Nothing was imported: ${message}`)
    expect(failure.stdout).toBe('')
    expect((await app.as(admin).get(`/orgs/${id}/spaces`)).body.items).toEqual([])
  })

  test.runIf(isLongRun)('reports in one sentence why it did nothing', async () => {
    const failure = await run(['does-not-exist', '--space', 'spcnothing']).catch((error) => error)
    expect(failure.code).toBe(1)
    expect(failure.stderr).toMatch(/^Nothing was imported: There is no space spcnothing\.\n$/m)
  })

  test.runIf(isLongRun)('says what must be given', async () => {
    const usage = await run([corpus]).catch((error) => error)
    expect(usage.stderr).toContain('give exactly one of --space <id>, --new <title> and --site <title>')
  })
})
