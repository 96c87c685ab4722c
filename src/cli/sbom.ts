import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Command } from 'commander'
import { StartError } from '../base/start-error.ts'
import { installedPackages } from './install/production-packages.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
// With development packages: where they are left out, npm leaves out what they share with the others.
const parameters = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
const maximumBytes = 64 * 1024 ** 2

export const command = new Command('sbom')
  .description('Print a bill of materials of the packages that a server loads, as CycloneDX in JSON')
  .action(async () => console.log(JSON.stringify(await billOfMaterials(), undefined, 2)))

interface Component {
  readonly name: string
  readonly version: string
  readonly licenses?: readonly object[]
}

/** Returns what npm writes of the lock file, of the packages that are installed, each with its licence. */
async function billOfMaterials(): Promise<object> {
  const installed = new Map(
    installedPackages(project).map(({ name, version, licence }) => [`${name}@${version}`, licence]),
  )
  const { components, dependencies, metadata, ...rest } = JSON.parse(await askNpm())
  const isInstalled = (key: string) => installed.has(key)
  const root = metadata.component['bom-ref']
  return {
    ...rest,
    metadata: { ...metadata, component: { ...metadata.component, name: 'lectern' } },
    components: components
      .filter(({ name, version }: Component) => isInstalled(`${name}@${version}`))
      .map((component: Component) => ({
        ...component,
        licenses: component.licenses ?? [
          { license: { name: installed.get(`${component.name}@${component.version}`) } },
        ],
      })),
    dependencies: dependencies
      .filter(({ ref }: { ref: string }) => ref === root || isInstalled(ref))
      .map(({ ref, dependsOn }: { ref: string; dependsOn: string[] }) => ({
        ref,
        dependsOn: dependsOn.filter(isInstalled),
      })),
  }
}

async function askNpm(): Promise<string> {
  try {
    return (await promisify(execFile)('npm', parameters, { cwd: project, maxBuffer: maximumBytes })).stdout
  } catch (error) {
    throw new StartError(
      `npm cannot write the bill of materials: ${(error as Error).message.trim().split('\n')[0]}; it must be installed, and the project have its package-lock.json or npm-shrinkwrap.json.`,
    )
  }
}
