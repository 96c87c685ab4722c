import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { trimPackages } from './install/trim.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))

// Run by npm after an install. Development packages generate the code of the database and build the workspace. An install without
// them has both from before, as an archive has them, and keeps of its packages what a server loads.
if (existsSync(join(project, 'node_modules/.bin/prisma'))) {
  run('generate')
  run('workspace')
} else if (existsSync(join(project, 'src/generated/pothos-types.ts'))) {
  const bytes = [...trimPackages(join(project, 'node_modules')).values()].reduce((sum, each) => sum + each, 0)
  console.log(`Deleted ${Math.round(bytes / 1e6)} MB of packages that a server does not load.`)
} else {
  console.error(
    'This copy of Lectern has no generated code. Run npm ci first, which generates it, and npm ci --omit=dev afterwards, or take the archive that npm pack makes.',
  )
  process.exitCode = 1
}

function run(script: string): void {
  execFileSync('npm', ['run', '--silent', script], { cwd: project, stdio: 'inherit' })
}
