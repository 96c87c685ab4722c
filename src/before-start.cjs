// Loaded before the TypeScript, which an older Node cannot even parse. Plain CommonJS, so that any Node runs it.
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { engines } = require('../package.json')

const required = Number(/\d+/.exec(engines.node)[0])

if (Number(/\d+/.exec(process.version)[0]) < required) {
  console.error(
    `Lectern needs Node.js ${required} or later, and this is ${process.version}: ` +
      `install it from https://nodejs.org, or run \`npm ci\` without --omit=dev, ` +
      'which brings it along for `npm start` and the other scripts.',
  )
  process.exit(1)
}

const project = join(__dirname, '..')
const isGenerated = existsSync(join(__dirname, 'generated/pothos-types.ts'))
const isInstalling = /after-install\.ts$/.test(process.argv[1])

// npm installs without running the scripts of packages where it is told so. Then Prisma has generated no code yet.
if (!isGenerated && !isInstalling) {
  if (!existsSync(join(project, 'node_modules/.bin/prisma'))) {
    console.error(
      'This copy of Lectern has no generated code, and no packages that generate it: run `npm ci` without --omit=dev, or ' +
        'take the archive that `npm pack` makes.',
    )
    process.exit(1)
  }
  require('node:child_process').execSync('npm run generate', { cwd: project, stdio: ['ignore', 2, 2] })
}

// The second start takes its code from here, compiled. It is with the code and not in a folder for temporary files,
// because whoever can write to it can run code in this process. Where it cannot be written, there is no cache.
// V8 refuses code that was compiled under other parameters: in one folder the server and the commands, which have
// different ones, would replace each other's.
const parameters = process.execArgv.filter((parameter) => parameter.startsWith('--')).join()
require('node:module').enableCompileCache(
  join(__dirname, '../node_modules/.cache/lectern', encodeURIComponent(parameters) || 'commands'),
)

// By default V8 lets the heap grow to several times of what is in use before it collects garbage. Twice takes 100 MB
// less under load, for no more processor time.
require('node:v8').setFlagsFromString('--heap-growing-percent=100')

// By default V8 collects all garbage each time that 64 MB more of bytes outside of its heap are in use, as those of answers
// are, however little of the heap is garbage. So it counts them with the heap.
require('node:v8').setFlagsFromString('--external-memory-accounted-in-global-limit')
