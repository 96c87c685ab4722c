import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { JobKind } from '../../src/generated/prisma/enums.ts'
import { jobWork } from '../../src/server/jobs.ts'
import { modules as manifests } from '../../src/server/modules.ts'
import { rooms } from './rooms.ts'

const source = fileURLToPath(new URL('../../src', import.meta.url))

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated'))
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

const modules = manifests.map(({ name }) => name)

const declaredImports = new Map(manifests.map(({ name, imports: known }) => [name, known]))

const shown = ({ from, to }: Import) => `${from} → ${to}`

const betweenModules = imports.filter(({ from, to }) => {
  const [importer, imported] = [moduleOf(from), moduleOf(to)]
  return importer !== undefined && imported !== undefined && importer !== imported
})

/** The part each file of a module may play; what is left of the name is a noun. */
const roles = [
  'module.ts',
  'reasons.ts',
  'rest.ts',
  'schema.ts',
  'policy.ts',
  'service.ts',
  'loaders.ts',
  'enums.ts',
  'limits.ts',
]

/** Openings that leave the reader to guess what is described, where a verb or a noun would say it. */
const riddle = /\/\*\*\s+(?:\*\s+)?((?:What|Whoever|That which|Demands) [^*\n]*)/g

describe('the doc comments of the source and the tests', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const commented = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file).replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.ts') && !/^src\/generated\/|\/node_modules\//.test(file))
      .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') })),
  )

  test('begin with a verb or a noun, not with "What"', () => {
    expect(commented.length).toBeGreaterThan(1000)
    const found = commented.flatMap(({ file, text }) =>
      [...text.matchAll(riddle)].map(([, opening]) => `${file}: ${opening}`),
    )
    expect(found).toEqual([])
  })
})

describe('the source', () => {
  test('has its imports read by this test', () => {
    expect(files.length).toBeGreaterThan(100)
    expect(imports.length).toBeGreaterThan(300)
    expect(betweenModules.length).toBeGreaterThan(20)
  })

  test('has the folders that are declared, and no loose files but its entry', () => {
    const entries = readdirSync(source, { withFileTypes: true }).map((entry) =>
      entry.isDirectory() ? entry.name : `file ${entry.name}`,
    )
    const others = ['docs', 'generated', 'packaging', 'file before-start.cjs', 'file main.ts']
    expect(entries.sort()).toEqual([...rooms, ...others].sort())
  })

  test('lets each folder import only from those declared above it', () => {
    const floorOf = (path: string) => {
      const floor = (rooms as readonly string[]).indexOf(path.split('/')[0] as string)
      return path.startsWith('generated/') || path.startsWith('..')
        ? -1
        : path === 'main.ts'
          ? rooms.length
          : floor
    }
    expect(imports.filter(({ from, to }) => floorOf(from) < floorOf(to)).map(shown)).toEqual([])
  })

  test('keeps the workspace apart: it imports nothing of the server, and the server nothing of it', () => {
    const isOfWorkspace = (path: string) => path.startsWith('workspace/')
    const crossing = imports.filter(
      ({ from, to }) =>
        isOfWorkspace(from) !== isOfWorkspace(to) && !to.startsWith('generated/workspace-operations/'),
    )
    expect(crossing.map(shown)).toEqual([])
  })

  test('lets the graph library import nothing of Lectern but small functions', () => {
    const known = ['base/get-or-create.ts', 'base/per-request.ts']
    const foreign = imports.filter(({ from, to }) => from.startsWith('graph/') && !to.startsWith('graph/'))
    expect(foreign.filter(({ to }) => !known.includes(to)).map(shown)).toEqual([])
    expect([...new Set(foreign.map(({ to }) => to))].sort()).toEqual(known)
  })

  test('lets base import nothing but the lists of values of the database', () => {
    const foreign = imports.filter(({ from, to }) => from.startsWith('base/') && !to.startsWith('base/'))
    expect([...new Set(foreign.map(({ to }) => to))].sort()).toEqual([
      '../package.json',
      'generated/prisma/enums.ts',
    ])
  })

  test('lets what a request carries import no module and none of the interfaces', () => {
    const known = ['access', 'base', 'database', 'generated', 'graph', 'http', 'rate-limits', 'request']
    const foreign = imports.filter(({ from }) => from.startsWith('request/'))
    expect([...new Set(foreign.map(({ to }) => to.split('/')[0] as string))].sort()).toEqual(known)
  })

  test('lets the formats import no database, no request and no noun, but the types of rows', () => {
    const known = ['base', 'caches', 'diagrams', 'languages', 'letters', 'workers']
    const foreign = imports.filter(
      ({ from, to }) =>
        from.startsWith('formats/') && !['formats', ...known].includes(to.split('/')[0] as string),
    )
    const ofRows = foreign.filter(
      ({ from, to }) =>
        to.startsWith('generated/prisma/') &&
        !new RegExp(`import (?!type )[^']*'[./]*/${to}'`).test(textOf(from)),
    )
    expect(foreign.filter((each) => !ofRows.includes(each)).map(shown)).toEqual([])
    expect(ofRows.length).toBeGreaterThan(0)
  })

  test.each(['base', 'graph', 'formats', 'request'])(
    'has no circle of files in %s, but for types',
    (room) => {
      const loaded = new Map(
        files
          .filter((file) => file.startsWith(`${room}/`))
          .map((file) => [
            file,
            [...textOf(file).matchAll(/^import \{([^}]*)\} from '(\.[^']+)'/gm)]
              .filter(([, names = '']) => names.split(',').some((name) => !/^\s*(type .*)?$/.test(name)))
              .map(([, , to = '']) => join(dirname(file), to)),
          ]),
      )
      for (;;) {
        const free = [...loaded].filter(([, imported]) => !imported.some((file) => loaded.has(file)))
        if (free.length === 0) break
        for (const [file] of free) loaded.delete(file)
      }
      expect([...loaded.keys()]).toEqual([])
    },
  )

  test('has each module in the list of modules, with its manifest and what the server loads of it', () => {
    const listed = imports.filter(({ from, to }) => from === 'server/modules.ts' && moduleOf(to))
    expect(listed.map(({ to }) => to).sort()).toEqual(
      modules.map((name) => `modules/${name}/module.ts`).sort(),
    )
    for (const name of modules) {
      const manifest = textOf(`modules/${name}/module.ts`)
      expect(manifest).toContain(`name: '${name}'`)
      const isThere = (file: string) => files.includes(`modules/${name}/${file}`)
      expect(manifest.includes(`schema: () => import('./schema.ts')`)).toBe(isThere('schema.ts'))
      expect(manifest.includes(`await import('./rest.ts')`)).toBe(isThere('rest.ts'))
    }
  })

  test('has of each module the reasons that it declares', () => {
    const declaring = files.filter((file) => file.endsWith('/reasons.ts') && moduleOf(file))
    const named = imports.filter(
      ({ from, to }) => moduleOf(from) && from.endsWith('/module.ts') && to.endsWith('/reasons.ts'),
    )
    expect(named.map(({ to }) => to).sort()).toEqual(declaring.sort())
  })

  test('has a function for each kind of job', () => {
    expect(Object.keys(jobWork).sort()).toEqual(Object.keys(JobKind).sort())
  })

  test('has all jobs of the source in a manifest or in the list of the server', () => {
    const composed = files
      .filter((file) => file === 'server/jobs.ts' || /^modules\/[^/]+\/module\.ts$/.test(file))
      .map(textOf)
      .join('\n')
    const makers = files
      .filter((file) => !['server/jobs.ts', 'database/jobs.ts'].includes(file))
      .flatMap((file) =>
        [...textOf(file).matchAll(/export const (\w+) = [^\n]*\): Jobs =>/g)].map(
          ([, name]) => name as string,
        ),
      )
    expect(makers.length).toBeGreaterThan(8)
    for (const maker of makers) expect(composed).toMatch(new RegExp(`\\b${maker}(\\(|,)`))
  })

  test('registers listeners for every event of the domain', () => {
    const registered = modules.map((name) => textOf(`modules/${name}/module.ts`)).join('\n')
    const events = files.flatMap((file) =>
      [...textOf(file).matchAll(/export const (\w+) = new TransactionEvent/g)].map(
        ([, name]) => name as string,
      ),
    )
    expect(events.length).toBeGreaterThan(5)
    for (const event of events) expect(registered).toMatch(new RegExp(`on\\(${event}, \\w+`))
  })

  test('declares every module', () => {
    const folders = readdirSync(join(source, 'modules'), { withFileTypes: true })
    expect(
      folders
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name)
        .sort(),
    ).toEqual([...modules].sort())
  })

  test('imports between modules exactly along the declared dependencies', () => {
    const used = modules.map((module) => {
      const imported = betweenModules.filter(({ from }) => moduleOf(from) === module)
      return [module, [...new Set(imported.map(({ to }) => moduleOf(to) as string))].sort()]
    })
    const declared = [...declaredImports].map(([module, known]) => [module, [...known].sort()])
    expect(Object.fromEntries(used)).toEqual(Object.fromEntries(declared))
  })

  test('has no cycle of modules', () => {
    const left = new Set(modules)
    for (;;) {
      // A module whose imports all are without a cycle has none itself.
      const free = [...left].filter((name) => !declaredImports.get(name)?.some((known) => left.has(known)))
      if (free.length === 0) break
      for (const name of free) left.delete(name)
    }
    expect([...left]).toEqual([])
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

  test('keeps the ways in out of the domain: of services, policies and all else that declares no types and no routes', () => {
    const declaring = new Set(
      imports.flatMap(({ from, to }) =>
        /^(graphql\/builder|rest\/(route|row))\.ts$/.test(to) ? [from] : [],
      ),
    )
    const isWayIn = (file: string) =>
      moduleOf(file)
        ? /\/(rest|schema|fragments)(\.ts$|\/)|-handler\.ts$/.test(file) || declaring.has(file)
        : /^(rest|graphql)\//.test(file)
    const others = [
      // Manifests name the ways in.
      /\/module\.ts$/,
      // The types of enumerations are inferred from their values.
      /\/enums\.ts$/,
      // A subscription is a way in, which runs an operation for each event.
      /^modules\/subscriptions\/run-subscription\.ts$/,
    ]
    const domain = files.filter(
      (file) => moduleOf(file) && !isWayIn(file) && !others.some((pattern) => pattern.test(file)),
    )
    expect(domain.filter((file) => file.endsWith('/service.ts')).length).toBeGreaterThan(20)
    const upwards = imports.filter(
      ({ from, to }) => domain.includes(from) && isWayIn(to) && !to.endsWith('/enums.ts'),
    )
    expect(upwards.map(shown)).toEqual([])
  })

  test('creates files and folders of the data directory in one module', () => {
    const creating =
      /(?<!\.)\b(mkdir|mkdirSync|createWriteStream|appendFile|writeFile|writeFileSync|openSync)\(|\bopen\([^)]*['"](w|a)/
    const others = files.filter(
      (file) => /from 'node:fs(\/promises)?'/.test(textOf(file)) && creating.test(textOf(file)),
    )
    const allowed = [
      // The database has an account of its own.
      /^database\/embedded\//,
      // Files that commands write where they are told to.
      /^cli\//,
      // In temporary folders that nobody else may enter.
      /^modules\/imports\/(git|conversion-job)\.ts$/,
      /^base\/private-files\.ts$/,
    ]
    expect(others.filter((file) => !allowed.some((pattern) => pattern.test(file)))).toEqual([])
  })

  test('runs SQL only by the functions of the database', () => {
    // A backup copies whole tables on a session, and the schema engine has a server of its own.
    const withConnections = /^(?:database|backups|cli\/schema-engine)\//
    const otherWays =
      /from 'pg'|\$(?:query|execute)Raw|\$transaction|\bdatabase\.pool\b|\b(?:write|(?:longR|r)ead|snapshot|session)Pool\b/g
    const found = files.flatMap((file) =>
      [...textOf(file).matchAll(otherWays)].map(([way]) => ({ file, way })),
    )
    expect(found.filter(({ file }) => withConnections.test(file))).not.toEqual([])
    expect(found.filter(({ file }) => !withConnections.test(file))).toEqual([])
  })

  test('reads the environment in one place, and in commands', () => {
    const readers = files.filter((file) => textOf(file).includes('process.env') && !file.startsWith('cli/'))
    expect(readers).toEqual(['base/config.ts'])
  })

  test('names the files of a module by their role or by a noun', () => {
    for (const module of modules) {
      const own = readdirSync(join(source, 'modules', module))
      expect(own).toContain('module.ts')
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

describe('objects that a request makes', () => {
  // V8 keeps what a getter of an object literal can reach, all of the request, until it collects all garbage: each such
  // object has a hidden class of its own. Those of a module, which are made once, stand at the beginning of a line.
  const getter = /^ {4,}get \w+\(\)/gm

  test('have the getters of classes', () => {
    expect('    get data() {').toMatch(getter)
    expect(files.flatMap((file) => [...textOf(file).matchAll(getter)].map(() => file))).toEqual([])
  })

  test('get none by Object.defineProperty either, which keeps as much', () => {
    // Each runs once: for the database of a process, and for the document of a thread that draws.
    const once = ['database/connect.ts', 'diagrams/dom.ts']
    expect(files.filter((file) => textOf(file).includes('Object.definePropert')).sort()).toEqual(once)
  })
})
