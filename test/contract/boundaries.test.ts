import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const source = fileURLToPath(new URL('../../src', import.meta.url))

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('generated'))
  .map((file) => file.replaceAll('\\', '/'))

const textOf = (file: string) => readFileSync(join(source, file), 'utf8')

interface Import {
  readonly from: string
  readonly to: string
}

/** Every relative import of the source, with both ends as paths below src. */
const imports: readonly Import[] = files.flatMap((file) =>
  [...textOf(file).matchAll(/(?:from|import|import\()\s*'(\.{1,2}\/[^']+)'/g)].map((match) => ({
    from: file,
    to: relative(source, join(source, dirname(file), match[1] as string)).replaceAll('\\', '/'),
  })),
)

const moduleOf = (file: string) => /^modules\/([^/]+)\//.exec(file)?.[1]

const shown = ({ from, to }: Import) => `${from} → ${to}`

const betweenModules = imports.filter(({ from, to }) => {
  const [importer, imported] = [moduleOf(from), moduleOf(to)]
  return importer !== undefined && imported !== undefined && importer !== imported
})

/** What is put together for visitors. */
const beforePublished = [
  'users',
  'organizations',
  'spaces',
  'content',
  'sites',
  'visitors',
  'site-spaces',
  'site-sections',
  'customizations',
  'publishing',
  'share-links',
  'redirects',
]

/** For each module those it may know of: what it is about, never what is about it. */
const knows: Readonly<Record<string, readonly string[]>> = {
  users: [],
  organizations: ['users'],
  members: ['users', 'organizations'],
  collections: ['users', 'organizations'],
  spaces: ['users', 'organizations', 'collections'],
  content: ['users', 'organizations', 'collections', 'spaces'],
  'change-requests': ['users', 'organizations', 'collections', 'spaces', 'content'],
  imports: ['users', 'organizations', 'collections', 'spaces', 'content', 'change-requests'],
  comments: ['users', 'organizations', 'members', 'collections', 'spaces', 'content', 'change-requests'],
  links: ['users', 'organizations', 'collections', 'spaces', 'content', 'change-requests'],
  search: ['users', 'organizations', 'collections', 'spaces', 'content'],
  exports: ['users', 'organizations', 'collections', 'spaces', 'content', 'change-requests', 'imports'],
  pdf: ['users', 'organizations', 'collections', 'spaces', 'content', 'change-requests'],
  reviews: ['users', 'organizations', 'collections', 'spaces', 'content', 'change-requests', 'comments'],
  sites: ['users', 'organizations', 'collections', 'spaces', 'content'],
  visitors: ['users', 'organizations', 'collections', 'spaces', 'content', 'sites'],
  'site-spaces': ['users', 'organizations', 'collections', 'spaces', 'content', 'sites', 'visitors'],
  'site-sections': [
    'users',
    'organizations',
    'collections',
    'spaces',
    'content',
    'sites',
    'visitors',
    'site-spaces',
  ],
  customizations: [
    'users',
    'organizations',
    'collections',
    'spaces',
    'content',
    'sites',
    'visitors',
    'site-spaces',
    'site-sections',
  ],
  publishing: [
    'users',
    'organizations',
    'members',
    'collections',
    'spaces',
    'content',
    'sites',
    'visitors',
    'site-spaces',
  ],
  'share-links': ['users', 'organizations', 'collections', 'spaces', 'content', 'sites'],
  redirects: [
    'users',
    'organizations',
    'collections',
    'spaces',
    'content',
    'sites',
    'visitors',
    'site-spaces',
    'site-sections',
  ],
  tokens: ['users'],
  teams: ['users', 'organizations', 'members'],
  invites: ['users', 'organizations', 'collections', 'spaces', 'members', 'tokens'],
  'content-permissions': [
    'users',
    'organizations',
    'collections',
    'spaces',
    'members',
    'teams',
    'sites',
    'content',
  ],
  'custom-fields': ['users', 'organizations', 'collections', 'spaces'],
  translations: ['users', 'organizations'],
  saml: ['users', 'organizations', 'members', 'teams', 'tokens'],
  'openapi-specs': ['users', 'organizations', 'content', 'imports'],
  'published-sites': [...beforePublished, 'change-requests', 'collections'],
  'published-pages': [...beforePublished, 'published-sites', 'search', 'exports'],
}

/** Against the arrow, each for its reason. */
const exceptions = [
  // A collection that is deleted or transferred takes its spaces along, and tells those who listen.
  'modules/collections/service.ts → modules/spaces/lifecycle.ts',
  'modules/collections/transfer.ts → modules/spaces/lifecycle.ts',
]

/** The part each file of a module may play; what is left of the name is a noun. */
const roles = ['rest.ts', 'schema.ts', 'policy.ts', 'service.ts', 'loaders.ts', 'enums.ts', 'limits.ts']

describe('the source', () => {
  test('has its imports read by this test', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(imports.length).toBeGreaterThan(300)
    expect(betweenModules.length).toBeGreaterThan(20)
  })

  test('keeps the REST adapter and the shared graph free of modules', () => {
    const shared = imports.filter(
      ({ from, to }) =>
        /^(rest|graphql)\//.test(from) &&
        moduleOf(to) !== undefined &&
        !['rest/routes.ts', 'graphql/schema.ts'].includes(from),
    )
    expect(shared.map(shown)).toEqual([])
    const joined = (file: string, role: string) =>
      imports.filter(({ from, to }) => from === file && moduleOf(to) && !to.endsWith(`/${role}`)).map(shown)
    expect(joined('rest/routes.ts', 'rest.ts')).toEqual([])
    expect(joined('graphql/schema.ts', 'schema.ts')).toEqual([])
  })

  test('knows the place of every module', () => {
    expect(readdirSync(join(source, 'modules')).sort()).toEqual(Object.keys(knows).sort())
  })

  test('lets a module know only of those it is about', () => {
    const against = betweenModules.filter(
      ({ from, to }) => !knows[moduleOf(from) as string]?.includes(moduleOf(to) as string),
    )
    expect(against.map(shown).sort()).toEqual([...exceptions].sort())
  })

  test('takes from the REST table of another module only fragments, and only for a table', () => {
    const taken = betweenModules.filter(({ to }) => to.endsWith('/rest.ts'))
    expect(taken.filter(({ from }) => !/\/(rest|fragments)\.ts$/.test(from)).map(shown)).toEqual([])
    for (const { from, to } of taken) {
      const name = to.split('/').slice(-2).join('/')
      const statement = new RegExp(`import \\{([^}]*)\\} from '[^']*${name}'`).exec(textOf(from))?.[1] ?? ''
      for (const imported of statement.split(',').filter((text) => text.trim()))
        expect(imported.trim()).toMatch(/Body$/)
    }
  })

  test('keeps the ways in out of the services', () => {
    const upwards = imports.filter(
      ({ from, to }) =>
        /\/(service|policy|loaders|limits)\.ts$/.test(from) && /^rest\/|\/(rest|schema)\.ts$/.test(to),
    )
    expect(upwards.map(shown)).toEqual([])
    const below = imports.filter(
      ({ from, to }) =>
        /^(database|access)\//.test(from) && /^(rest|modules)\//.test(to) && !from.startsWith('cli/'),
    )
    expect(below.map(shown)).toEqual([])
  })

  test('reads the environment in one place, and in commands', () => {
    const readers = files.filter((file) => textOf(file).includes('process.env') && !file.startsWith('cli/'))
    expect(readers).toEqual(['config.ts'])
  })

  test('names the files of a module by their role or by a noun', () => {
    for (const module of Object.keys(knows)) {
      const own = readdirSync(join(source, 'modules', module))
      for (const role of ['rest.ts', 'schema.ts'])
        expect({ module, own }).toMatchObject({ own: expect.arrayContaining([role]) })
      const named = own.filter(
        (name) => !roles.includes(name) && statSync(join(source, 'modules', module, name)).isFile(),
      )
      expect({ module, odd: named.filter((name) => !/^[a-z]+(-[a-z]+)*\.ts$/.test(name)) }).toEqual({
        module,
        odd: [],
      })
    }
    const vague = files.filter((file) =>
      /(^|[/-])(utils?|helpers?|common|manager|misc|index)\.ts$/.test(file),
    )
    expect(vague).toEqual([])
  })

  test('exports by name, and never only passes on', () => {
    const anonymous = files.filter((file) => /^export default /m.test(textOf(file)))
    expect(anonymous).toEqual([])
    const passing = files.filter((file) => /^export (\*|\{[^}]*\}) from /m.test(textOf(file)))
    expect(passing).toEqual([])
  })
})
